import { applySplices, isSpliced, type Splice } from '../../../screenplay/splices.ts'
import { logWarning } from '../../lib/log.ts'
import { pause } from '../../lib/timing/pause.ts'
import type { DraftServer } from './sync/draft-server.ts'
import { type LocalText, UNREADABLE } from './storage/local-texts.ts'
import { LocalWriter } from './storage/local-writer.ts'
import { RecentTexts } from './sync/recent-texts.ts'
import type { Origin } from './sync/runs.ts'
import { SyncLoop } from './sync/sync-loop.ts'
import type { Overlap } from './sync/merge-texts.ts'
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
  /**
   * Overlapping edits that the writer has to decide on. The text has `mine`, both are in the history. Each is
   * a whole text with everything else that both sides changed.
   */
  overlap: Overlap | null
  error: unknown
}

export const NOT_LOADED: WorkingTextState = {
  text: '',
  revision: 0,
  isLoaded: false,
  storage: 'stored',
  overlap: null,
  error: null,
}

/** If the browser cannot store the text, how long the server may take before it counts as `unstored`. */
const UNSTORED_AFTER = 3_000
/** How long sending waits for the browser to store the text first. */
const STORE_FIRST = 1_000

/** Replaces characters that no database accepts. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

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
    for (const handOver of this.#editors) handOver()
    return this.#state.text
  }

  /** Sets the server's text as known from another request, which saves the request for it. */
  seed(known: Base): void {
    if (!this.#sync.base) this.#sync.setServerText(known)
    else if (known.revision > this.#sync.revision) this.#loop.announced()
    this.#notify()
  }

  /** If `after` is the result of the splices, it is used as is, which saves a copy of the text. */
  change(splices: Splice[], origin: Origin, after?: string): void {
    const { text } = this.#sync
    const isKnown = after !== undefined && isSpliced(text, splices, after)
    this.replace(isKnown ? after : applySplices(text, splices), origin)
  }

  replace(text: string, origin: Origin): void {
    if (!this.#sync.base) throw new Error('The text is not loaded yet.')
    this.#sync.change(storable(text), origin)
    this.#changed()
  }

  /** Applies the writer's decision on an overlap; edits made elsewhere in the text meanwhile are kept. */
  resolveOverlap(text: string): void {
    this.#sync.resolveOverlap(storable(text))
    this.#changed()
  }

  /** Resolves when the server has everything; rejects with the reason if it cannot. */
  async flush(): Promise<void> {
    this.latest()
    await this.#started
    await this.#loop.flush()
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
    const unfollow = this.#server.follow((row) => {
      if (row) this.#loop.announced(row)
      else this.#reconnected()
    })
    signal.addEventListener('abort', unfollow)
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
      logWarning(UNREADABLE, error)
    }
  }

  #changed(): void {
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
    const { base, text, revision, overlap } = this.#sync
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
      overlap,
      error: this.#loop.error,
    }
    for (const listener of this.#listeners) listener()
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
    if (this.#sync.isSent) return 'stored'
    if (this.#isLate) return 'unstored'
    return this.#loop.isOffline ? 'offline' : 'pending'
  }
}
