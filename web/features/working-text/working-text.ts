import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { applySplices, type Splice } from '../../../screenplay/splices.ts'
import { logWarning } from '../../lib/log.ts'
import { onClearUserState } from '../../lib/user-state.ts'
import { type DraftServer, draftServer } from './draft-server.ts'
import { type LocalText, localText } from './local-texts.ts'
import { LocalWriter } from './local-writer.ts'
import type { Origin } from './runs.ts'
import { SyncLoop } from './sync-loop.ts'
import type { Overlap } from './merge-texts.ts'
import { type Base, TextSync } from './text-sync.ts'

export type WorkingTextState = {
  text: string
  /** Revision on the server that `text` is based on; 0: never stored. */
  revision: number
  /** False until the text is known, from the server or from the browser's own storage. */
  isLoaded: boolean
  /**
   * `stored`: the server has everything. `pending`: the browser has stored it, the server not yet.
   * `offline`: likewise, and the server cannot be reached. `unstored`: neither has it, and the user must be
   * told.
   */
  storage: 'stored' | 'pending' | 'offline' | 'unstored'
  /**
   * Overlapping edits that the writer has to decide on. The text has `mine`, both are in the history. Each is
   * a whole text with everything else that both sides changed.
   */
  overlap: Overlap | null
  error: unknown
}

const EMPTY: WorkingTextState = {
  text: '',
  revision: 0,
  isLoaded: false,
  storage: 'stored',
  overlap: null,
  error: null,
}

/** Text that no database accepts is replaced, character by character. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** A text that is stored in the browser, on the server and in step with the user's other tabs. */
export class WorkingText {
  readonly #sync = new TextSync()
  readonly #server: DraftServer
  readonly #local: LocalText
  readonly #loop: SyncLoop
  readonly #writer: LocalWriter
  readonly #listeners = new Set<() => void>()
  readonly #stopping = new AbortController()
  #state = EMPTY
  /** The base that the browser has, or is about to have. */
  #noted: Base | null = null
  #isTakenOver = false

  constructor(server: DraftServer, local: LocalText) {
    this.#server = server
    this.#local = local
    const onChange = () => this.#notify()
    this.#writer = new LocalWriter(
      local,
      () => this.#sync.copy(),
      () => {
        this.#loop.sendEarly(this.#writer.hasFailed)
        onChange()
      },
    )
    this.#loop = new SyncLoop(this.#sync, server, {
      onChange,
      storeFirst: () => this.#writer.flush(),
    })
  }

  snapshot(): WorkingTextState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Known from another request: saves the one for the text. */
  seed(known: Base): void {
    if (!this.#sync.base) this.#sync.setServerText(known)
    else if (known.revision > this.#sync.revision) this.#loop.announced()
    this.#notify()
  }

  change(splices: Splice[], origin: Origin): void {
    this.replace(applySplices(this.#sync.text, splices), origin)
  }

  replace(text: string, origin: Origin): void {
    if (!this.#sync.base) throw new Error('The text is not loaded yet.')
    this.#sync.change(storable(text), origin)
    this.#changed()
  }

  /** The writer's decision on an overlap; what was typed meanwhile elsewhere stays. */
  resolveOverlap(text: string): void {
    this.#sync.resolveOverlap(storable(text))
    this.#changed()
  }

  /** Resolves when a change elsewhere is seen here, whether or not it was announced. */
  refresh(): Promise<void> {
    return this.#loop.refresh()
  }

  /** Resolves when the server has everything; rejects with the reason if it cannot. */
  flush(): Promise<void> {
    return this.#loop.flush()
  }

  sendNow(): void {
    this.#loop.sendNow()
  }

  /** Reads the browser's copy first, then follows the server. Called once. */
  async start(): Promise<void> {
    const { signal } = this.#stopping
    const listen = { signal }
    window.addEventListener('pagehide', () => this.#hurry(), listen)
    window.addEventListener('online', () => this.#loop.retryNow(), listen)
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'hidden' && this.#hurry(),
      listen,
    )
    await this.#takeOver()
    if (signal.aborted) return
    this.#loop.start()
    const unfollow = this.#server.follow((row) => {
      // Connected again: tabs may have left something while the server was away.
      if (!row) void this.#takeOver()
      this.#loop.announced(row)
    })
    signal.addEventListener('abort', unfollow)
  }

  /** Ends it. Text that the server lacks stays in the browser. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#loop.stop()
    if (this.#isNeeded) await this.#writer.flush()
    this.#stopping.abort()
    if (this.#isTakenOver && !this.#isNeeded) await this.#local.remove()
  }

  /** Whether the browser has to keep its copy. */
  get #isNeeded(): boolean {
    return !this.#sync.isSent || this.#sync.overlap !== null
  }

  async #takeOver(): Promise<void> {
    try {
      await this.#local.takeOver(this.#stopping.signal, (copy) => {
        this.#sync.takeOver(copy)
        if (!this.#sync.isSent) this.#loop.changed()
        this.#notify()
        return this.#sync.copy()
      })
      this.#isTakenOver = true
    } catch (error) {
      logWarning('Could not read the texts stored in the browser:', error)
    }
  }

  #changed(): void {
    this.#writer.changed()
    this.#loop.changed()
    this.#notify()
  }

  /** The page may be about to end. */
  #hurry(): void {
    void this.#writer.flush()
    this.#loop.sendNow()
  }

  #notify(): void {
    const { base, text, revision, overlap } = this.#sync
    if (base !== this.#noted) this.#writer.changed()
    this.#noted = base
    this.#state = {
      text,
      revision,
      isLoaded: base !== null,
      storage: this.#storage(),
      overlap,
      error: this.#loop.error,
    }
    for (const listener of this.#listeners) listener()
  }

  #storage(): WorkingTextState['storage'] {
    if (this.#sync.isSent) return 'stored'
    if (this.#writer.hasFailed && this.#loop.error) return 'unstored'
    return this.#loop.isOffline ? 'offline' : 'pending'
  }
}

type Held = { workingText: WorkingText; holders: number; isStarted: boolean }

/** The texts that are open in this page, by user and text. */
const open = new Map<string, Held>()

function heldText(userId: string, workId: string): Held {
  const key = `${userId} ${workId}`
  const known = open.get(key)
  if (known) return known
  const workingText = new WorkingText(draftServer(userId, workId), localText(userId, workId))
  const held = { workingText, holders: 0, isStarted: false }
  open.set(key, held)
  return held
}

/** Opens a text until the returned function is called; after that, until the server has everything. */
function holdWorkingText(userId: string, workId: string): () => void {
  const held = heldText(userId, workId)
  held.holders += 1
  if (!held.isStarted) void held.workingText.start()
  held.isStarted = true
  return () => {
    held.holders -= 1
    // Not at once: React may hold it again.
    if (held.holders === 0) setTimeout(() => closeWhenSent(`${userId} ${workId}`, held))
  }
}

function closeWhenSent(key: string, held: Held): void {
  const { workingText } = held
  const check = () => {
    const isHeld = held.holders > 0
    if (!isHeld && workingText.snapshot().storage !== 'stored') return
    unsubscribe()
    if (isHeld || open.get(key) !== held) return
    open.delete(key)
    void workingText.stop()
  }
  const unsubscribe = workingText.subscribe(check)
  workingText.sendNow()
  check()
}

const openTextsOf = (userId: string): WorkingText[] =>
  [...open]
    .filter(([key]) => key.startsWith(`${userId} `))
    .map(([, { workingText }]) => workingText)

/** Whether this page has text that the server lacks. */
export const hasUnsentText = (userId: string): boolean =>
  openTextsOf(userId).some((workingText) => workingText.snapshot().storage !== 'stored')

/** Before signing out; rejects if the server cannot have everything. */
export async function sendUnsentText(userId: string): Promise<void> {
  await Promise.all(openTextsOf(userId).map((workingText) => workingText.flush()))
}

onClearUserState(() => {
  const stopped = [...open.values()]
  open.clear()
  for (const { workingText } of stopped) void workingText.stop()
})

export function useWorkingText(
  userId: string,
  workId: string | null,
): { state: WorkingTextState; workingText: WorkingText | null } {
  const workingText = useMemo(
    () => (workId === null ? null : heldText(userId, workId).workingText),
    [userId, workId],
  )
  useEffect(() => (workId === null ? undefined : holdWorkingText(userId, workId)), [userId, workId])
  const state = useSyncExternalStore(
    useCallback((listener) => workingText?.subscribe(listener) ?? (() => undefined), [workingText]),
    () => workingText?.snapshot() ?? EMPTY,
  )
  return { state, workingText }
}
