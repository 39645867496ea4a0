import { applySplices, isSpliced, type Splice, splices } from '../../../screenplay/splices.ts'
import { logError, logWarning } from '../../lib/log.ts'
import { pause } from '../../lib/timing/pause.ts'
import type { DraftServer } from './sync/draft-server.ts'
import { type LocalText, UNREADABLE } from './storage/local-texts.ts'
import { LocalWriter } from './storage/local-writer.ts'
import { RecentTexts } from './sync/recent-texts.ts'
import type { Origin } from './sync/runs.ts'
import { SyncLoop } from './sync/sync-loop.ts'
import type { Overlap } from './sync/overlaps.ts'
import { type Base, TextSync } from './sync/text-sync.ts'

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
  /** Lines that were changed here and elsewhere. The text has both until the writer decides. */
  overlaps: readonly Overlap[]
  error: unknown
}

export const NOT_LOADED: WorkingTextState = {
  text: '',
  revision: 0,
  isLoaded: false,
  storage: 'stored',
  overlaps: [],
  error: null,
}

/** If the browser cannot store the text, how long the server may take before it counts as `unstored`. */
const UNSTORED_AFTER = 3_000
/** How long sending waits for the browser to store the text first. */
const STORE_FIRST = 1_000

/** Replaces characters that no database accepts. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** What an editor made of the text that it knew. */
export type Edit = {
  before: string
  splices: Splice[]
  origin: Origin
  /** The result, if the editor has it anyway, which saves a copy of the text. */
  after?: string | undefined
}

/** Typed text that an editor could not hand over, and the text that it was typed into. */
type Stray = { before: string; text: string }

/** A text that is stored in the browser and on the server, and synced with the user's other tabs. */
export class WorkingText {
  readonly #sync = new TextSync()
  readonly #server: DraftServer
  readonly #local: LocalText
  readonly #loop: SyncLoop
  readonly #writer: LocalWriter
  readonly #listeners = new Set<() => void>()
  readonly #stopping = new AbortController()
  /** Callbacks that make editors hand over the typed text that they buffer. */
  readonly #editors = new Set<() => void>()
  readonly #recent = new RecentTexts()
  #state = NOT_LOADED
  /** The base that the browser has stored, or is about to store. */
  #noted: Base | null = null
  #isTakenOver = false
  #stray: Stray | null = null
  /** An editor has text that it has not handed over yet. */
  #isTyping = false
  #started: Promise<void> | undefined
  /** Runs while neither the browser nor the server has the text. */
  #lateTimer: ReturnType<typeof setTimeout> | undefined
  #isLate = false

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
      storeFirst: () => Promise.race([this.#writer.flush(), pause(STORE_FIRST)]),
      handOver: () => this.#handOver(),
      onHash: (text, hash) => this.#recent.add(text, hash),
    })
  }

  snapshot(): WorkingTextState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Registers an editor, which hands over its buffered text before the text is read or stored. */
  onRead(handOver: () => void): () => void {
    this.#editors.add(handOver)
    return () => void this.#editors.delete(handOver)
  }

  /** The text with everything that was typed up to now. */
  latest(): string {
    this.#handOver()
    return this.#state.text
  }

  #handOver(): void {
    for (const handOver of this.#editors) handOver()
  }

  /** Sets the server's text as known from another request, which saves the request for it. */
  seed(known: Base): void {
    if (!this.#sync.base) this.#sync.setServerText(known)
    else if (known.revision > this.#sync.revision) this.#loop.announced()
    this.#notify()
  }

  /**
   * Takes over what an editor made of the text that it knew, wherever the text is by now. Returns what has to
   * be changed in the editor's text, so that it is this one.
   */
  change({ before, splices: changes, origin, after }: Edit): Splice[] {
    if (!this.#sync.base) throw new Error('The text is not loaded yet.')
    let result = after
    let lacking: Splice[] = []
    if (before === this.#sync.text) {
      if (result === undefined || !isSpliced(before, changes, result))
        result = applySplices(before, changes)
      const stored = storable(result)
      this.#sync.change(stored, origin, stored === result ? changes : undefined)
      if (stored !== result) lacking = splices(result, stored)
    } else {
      const storableChanges = changes.map((one) => ({ ...one, text: storable(one.text) }))
      lacking = this.#sync.changeEarlier(before, storableChanges, origin)
    }
    this.#changed()
    return lacking
  }

  /** Until the next change is handed over, not everything is stored. */
  typing(): void {
    if (this.#isTyping) return
    this.#isTyping = true
    this.#notify()
  }

  /** What turns a text that this one was before into this one. */
  changesSince(before: string): Splice[] {
    return this.#sync.changesSince(before)
  }

  replace(text: string, origin: Origin): void {
    const before = this.#sync.text
    this.change({ before, splices: splices(before, text), origin, after: text })
  }

  /** The writer has decided on an overlap, or takes that back. */
  settleOverlap(overlap: Overlap, isSettled: boolean): void {
    this.#sync.settle(overlap, isSettled)
    this.#changed()
  }

  /** An editor could not hand over its text: until it can, the browser keeps that text apart. */
  setStray(stray: Stray | null): void {
    if (stray === null && this.#stray === null) return
    this.#stray = stray
    const copy = stray && {
      base: { revision: this.#sync.revision, text: stray.before },
      steps: [{ origin: 'typed' as const, splices: splices(stray.before, storable(stray.text)) }],
    }
    this.#local
      .writeStray(copy)
      .catch((error: unknown) => logError('The browser could not store the text:', error))
    this.#notify()
  }

  /** Resolves when the server has everything; rejects with the reason if it cannot. */
  async flush(): Promise<void> {
    this.latest()
    await this.#started
    await this.#loop.flush()
  }

  /** The server's text as last seen here; null before it is known. */
  get base(): Base | null {
    return this.#sync.base
  }

  sendNow(): void {
    this.latest()
    this.#loop.sendNow()
  }

  /** Resolves when changes made elsewhere have arrived here, whether or not they were announced. */
  refresh(): Promise<void> {
    this.latest()
    return this.#loop.refresh()
  }

  /** Finds one of the server's last texts by its hash, after applying all changes announced so far. */
  async textWithHash(hash: string): Promise<string | undefined> {
    await this.#loop.settled()
    return this.#recent.find(hash)
  }

  /** Reads the browser's copy, then follows the server. Called once. */
  start(): void {
    const { signal } = this.#stopping
    window.addEventListener('pagehide', () => this.#hurry(), { signal })
    window.addEventListener('online', () => this.#loop.retryNow(), { signal })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') this.#hurry()
        else if (this.#loop.error) this.#loop.retryNow()
      },
      { signal },
    )
    this.#started = this.#begin()
  }

  /** Resolves when the browser's copy has been read. */
  async started(): Promise<void> {
    await this.#started
  }

  async #begin(): Promise<void> {
    const { signal } = this.#stopping
    await this.#takeOver()
    if (signal.aborted) return
    this.#loop.start()
    try {
      const unfollow = this.#server.follow((row) => {
        if (row) this.#loop.announced(row)
        else this.#reconnected()
      })
      signal.addEventListener('abort', unfollow)
    } catch (error) {
      logError('Changes made elsewhere are not followed:', error)
    }
  }

  /** The server is reachable again; tabs may have closed with unsent text in the meantime. */
  #reconnected(): void {
    this.#loop.retryNow()
    void this.#takeOver()
  }

  /** Stops syncing. Text that the server lacks stays in the browser. */
  async stop(): Promise<void> {
    this.latest()
    this.#loop.stop()
    if (this.#isNeeded) await this.#writer.flush()
    this.#writer.stop()
    this.#stopping.abort()
    this.#local.release()
  }

  /** Stops syncing and removes the browser's copy if the server has everything. */
  async close(): Promise<void> {
    await this.stop()
    if (!this.#isTakenOver || this.#isNeeded) return
    try {
      await this.#local.remove()
    } catch (error) {
      logWarning('Could not remove a text from the browser:', error)
    }
  }

  /** Whether the browser has to keep its copy. */
  get #isNeeded(): boolean {
    return !this.#sync.isSent || this.#sync.overlaps.length > 0
  }

  async #takeOver(): Promise<void> {
    try {
      await this.#local.takeOver(this.#stopping.signal, (copy) => {
        this.#handOver()
        this.#sync.takeOver(copy)
        if (!this.#sync.isSent) this.#loop.changed()
        this.#notify()
        return this.#sync.copy()
      })
      this.#isTakenOver = true
    } catch (error) {
      logWarning(UNREADABLE, error)
    }
  }

  #changed(): void {
    this.#isTyping = false
    this.#writer.changed()
    this.#loop.changed()
    this.#notify()
  }

  /** Stores and sends at once, because the page may be about to close. */
  #hurry(): void {
    this.latest()
    void this.#writer.flush()
    this.#loop.sendNow()
  }

  #notify(): void {
    const { base, text, revision, overlaps } = this.#sync
    this.#watchStorage()
    if (base && base !== this.#noted) {
      this.#writer.changed()
      this.#recent.add(base.text)
    }
    this.#noted = base
    this.#state = {
      text,
      revision,
      isLoaded: base !== null,
      storage: this.#storage(),
      overlaps,
      error: this.#loop.error,
    }
    for (const listener of this.#listeners) {
      try {
        listener()
      } catch (error) {
        // One that fails must neither stop the others nor the change that is being made.
        logError('Could not show a change of the text:', error)
      }
    }
  }

  /** Detects text that neither the browser nor the server has stored, which is normal for a moment only. */
  #watchStorage(): void {
    const isStored = this.#sync.isSent || !this.#writer.hasFailed
    if (isStored) {
      clearTimeout(this.#lateTimer)
      this.#lateTimer = undefined
      this.#isLate = false
    } else if (this.#loop.error) this.#isLate = true
    else
      this.#lateTimer ??= setTimeout(() => {
        this.#isLate = true
        this.#notify()
      }, UNSTORED_AFTER)
  }

  #storage(): WorkingTextState['storage'] {
    if (this.#stray || (this.#isLate && !this.#sync.isSent)) return 'unstored'
    if (this.#sync.isSent && !this.#isTyping) return 'stored'
    return this.#loop.isOffline || this.#loop.isTooLarge ? 'offline' : 'pending'
  }
}
