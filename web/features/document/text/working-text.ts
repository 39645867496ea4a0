import { ChangeSet, Text } from '@codemirror/state'
import { logError, logWarning } from '../../../lib/log.ts'
import { pause } from '../../../lib/timing.ts'
import type { DraftServer } from '../sync/draft-server.ts'
import { type LocalText, UNREADABLE } from '../storage/local-texts.ts'
import { LocalWriter } from '../storage/local-writer.ts'
import { ownRequests, type Requests } from '../sync/own-requests.ts'
import { RecentTexts } from '../sync/recent-texts.ts'
import type { Origin } from '../sync/runs.ts'
import { SyncLoop } from '../sync/sync-loop.ts'
import type { Overlap } from '../sync/overlaps.ts'
import { type Base, type Behind, TextSync } from '../sync/text-sync.ts'
import { changesBetween, splicesOf, textOf } from './changes.ts'

export type WorkingTextState = {
  doc: Text
  /** The same as a string, made on use. */
  readonly text: string
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
  doc: Text.empty,
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

/** A change of the text. Whoever has a place in it maps the place, as CodeMirror does. */
export type TextChange = {
  changes: ChangeSet
  /** Null if it was made elsewhere: by an answer, in another tab or on another device. */
  origin: Origin | null
  /** A request of this page asked the server for it, or it is not of the editor, and may be undone here. */
  isAsked: boolean
}

const isLowSurrogate = (unit: string) => unit >= '\udc00' && unit <= '\udfff'
const isHighSurrogate = (unit: string) => unit >= '\ud800' && unit <= '\udbff'

/** Replaces characters of the changed parts that no database accepts; null if there are none. */
function repairOf(changes: ChangeSet, doc: Text): ChangeSet | null {
  const repairs: { from: number; to: number; insert: string }[] = []
  changes.iterChangedRanges((_fromOld, _toOld, start, end) => {
    const char = (at: number) => doc.sliceString(at, at + 1)
    // A change beside a surrogate pair, or inside of one.
    const from = start - (isLowSurrogate(char(start - 1)) ? 2 : 1)
    const to = end + (isHighSurrogate(char(end)) ? 2 : 1)
    const written = doc.sliceString(Math.max(0, from), to)
    const storable = written.toWellFormed().replaceAll('\0', '\ufffd')
    for (let unit = 0; unit < written.length; unit += 1) {
      const at = Math.max(0, from) + unit
      if (written[unit] !== storable[unit] && at >= (repairs.at(-1)?.to ?? 0))
        repairs.push({ from: at, to: at + 1, insert: '\ufffd' })
    }
  })
  return repairs.length === 0 ? null : ChangeSet.of(repairs, doc.length)
}

/** One listener that fails must neither stop the others nor the change that is being made. */
function unfailing(tell: () => void): void {
  try {
    tell()
  } catch (error) {
    logError('Could not show a change of the text:', error)
  }
}

/** The change that follows a text; of each text, as long as somebody has a place in it. */
type Next = { changes: ChangeSet; after: Text }

/** A text that is stored in the browser and on the server, and synced with the user's other tabs. */
export class WorkingText {
  readonly #sync = new TextSync()
  readonly #server: DraftServer
  readonly #local: LocalText
  readonly #loop: SyncLoop
  readonly #writer: LocalWriter
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<(change: TextChange) => void>()
  readonly #next = new WeakMap<Text, Next>()
  readonly #stopping = new AbortController()
  readonly #recent = new RecentTexts()
  #state: WorkingTextState | null = NOT_LOADED
  #telling: ReturnType<typeof setTimeout> | undefined
  /** The base that the browser has stored, or is about to store. */
  #noted: Base | null = null
  #isTakenOver = false
  /** Whether the browser's copy has been read, or cannot be. */
  #hasBegun = false
  /** The server's text, until then. */
  #known: Base | undefined
  #isStray = false
  #started: Promise<void> | undefined
  /** Runs while neither the browser nor the server has the text. */
  #lateTimer: ReturnType<typeof setTimeout> | undefined
  #isLate = false

  constructor(server: DraftServer, local: LocalText, requests: Requests = ownRequests) {
    this.#server = server
    this.#local = local
    const onChange = () => this.#notify()
    this.#writer = new LocalWriter(
      local,
      () => this.#sync.copy(local),
      () => {
        this.#loop.sendEarly(this.#writer.hasFailed)
        onChange()
      },
    )
    this.#loop = new SyncLoop(this.#sync, server, requests, {
      onChange,
      storeFirst: () => Promise.race([this.#writer.flush(), pause(STORE_FIRST)]),
      setServerText: (theirs, arrival, isAsked) =>
        this.#elsewhere(() => this.#sync.setServerText(theirs, arrival), isAsked),
      onHash: (text, hash) => this.#recent.add(text, hash),
    })
  }

  /** Of the text as it is at this moment. */
  snapshot(): WorkingTextState {
    this.#state ??= this.#stateNow()
    return this.#state
  }

  /** Tells of every new state; what is typed here is told after the key. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tells of every change, before anything else happens. */
  onChange(follower: (change: TextChange) => void): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  get doc(): Text {
    return this.#sync.doc
  }

  /** What turned an earlier text of this one into this one. */
  changesSince(before: Text): ChangeSet {
    const { doc } = this
    let all = ChangeSet.empty(before.length)
    for (let at = before; at !== doc; ) {
      const next = this.#next.get(at)
      if (!next) return changesBetween(before, doc)
      all = all.compose(next.changes)
      at = next.after
    }
    return all
  }

  /**
   * Sets the server's text as known from another request, which saves the request for it. What this browser has of the text
   * comes first: on a text that it is still to be added to, the cursor would return to another place.
   */
  seed(known: Base): void {
    if (!this.#hasBegun) {
      this.#known = known
      return
    }
    if (!this.#sync.base) this.#elsewhere(() => this.#sync.setServerText(known))
    else if (known.revision > this.#sync.revision) this.#loop.announced()
    this.#notify()
  }

  /**
   * Takes over what an editor made of the text; or, if changes from elsewhere are not in the editor yet, of its text
   * without them. Returns what the editor lacks then: the same changes, and perhaps another one.
   */
  change(changes: ChangeSet, origin: Origin, behind?: Behind): ChangeSet[] {
    if (!this.#sync.base) throw new Error('The text is not loaded yet.')
    const before = this.doc
    let [made, lacks]: [ChangeSet, ChangeSet[]] = [changes, []]
    if (behind) ({ made, lacks } = this.#sync.changeBehind(changes, origin, behind))
    else this.#sync.change(changes, origin)
    this.#tell(before, made, origin)
    const repair = repairOf(made, this.doc)
    if (repair) {
      const unrepaired = this.doc
      this.#sync.change(repair, origin)
      this.#tell(unrepaired, repair, origin)
      lacks = [...lacks, repair]
    }
    this.#writer.changed()
    this.#loop.changed()
    this.#notifySoon()
    return lacks
  }

  /** Takes back what made one text of another, and keeps what was written since, like undo on the page, which undoes it. */
  takeBack(before: Text, after: Text): void {
    const { doc } = this
    const changes = changesBetween(after, before).map(changesBetween(after, doc))
    if (changes.empty) return
    this.#sync.change(changes, 'restore')
    this.#tell(doc, changes, 'restore', true)
    this.#writer.changed()
    this.#loop.changed()
    this.#notify()
  }

  /** The writer has decided on an overlap, or takes that back. */
  settleOverlap(overlap: Overlap, isSettled: boolean): void {
    this.#sync.settle(overlap, isSettled)
    this.#writer.changed()
    this.#loop.changed()
    this.#notify()
  }

  /** An editor could not hand over what was typed: until it can, the browser keeps that apart. */
  setStray(stray: { doc: Text; changes: ChangeSet } | null): void {
    if (stray === null && !this.#isStray) return
    this.#isStray = stray !== null
    const copy = stray && {
      base: { revision: this.#sync.revision, text: textOf(stray.doc) },
      steps: [{ origin: 'typed' as const, splices: splicesOf(stray.changes) }],
    }
    this.#local
      .writeStray(copy)
      .catch((error: unknown) => logError('The browser could not store the text:', error))
    this.#notify()
  }

  /** Resolves when the server has everything; rejects with the reason if it cannot. */
  async flush(): Promise<void> {
    await this.#started
    await this.#loop.flush()
  }

  /** The server's text as last seen here; null before it is known. */
  get base(): { doc: Text; revision: number } | null {
    return this.#sync.base && { doc: this.#sync.baseDoc, revision: this.#sync.revision }
  }

  sendNow(): void {
    this.#loop.sendNow()
  }

  /** Resolves when changes made elsewhere have arrived here, whether or not they were announced. */
  refresh(): Promise<void> {
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
    this.#hasBegun = true
    if (this.#known) this.seed(this.#known)
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
    clearTimeout(this.#telling)
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
        this.#elsewhere(() => this.#sync.takeOver(copy))
        if (!this.#sync.isSent) this.#loop.changed()
        this.#notify()
        return this.#sync.copy(this.#local)
      })
      this.#isTakenOver = true
    } catch (error) {
      logWarning(UNREADABLE, error)
    }
  }

  /** Stores and sends at once, because the page may be about to close. */
  #hurry(): void {
    void this.#writer.flush()
    this.#loop.sendNow()
  }

  /** Does what changes the text from elsewhere. */
  #elsewhere(change: () => ChangeSet, isAsked = false): void {
    const before = this.doc
    this.#tell(before, change(), null, isAsked)
  }

  #tell(before: Text, changes: ChangeSet, origin: Origin | null, isAsked = false): void {
    this.#state = null
    if (changes.empty) {
      // The same text, which may be another object by now.
      if (before !== this.doc) this.#next.set(before, { changes, after: this.doc })
      return
    }
    this.#next.set(before, { changes, after: this.doc })
    for (const follower of this.#followers) unfailing(() => follower({ changes, origin, isAsked }))
  }

  /** After the frame of the key, because listeners render. */
  #notifySoon(): void {
    this.#state = null
    this.#telling ??= setTimeout(() => this.#notify())
  }

  #notify(): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#state = null
    const { base } = this.#sync
    this.#watchStorage()
    if (base && base !== this.#noted) {
      this.#writer.changed()
      this.#recent.add(base.text)
    }
    this.#noted = base
    for (const listener of this.#listeners) unfailing(listener)
  }

  #stateNow(): WorkingTextState {
    const { base, doc, revision, overlaps } = this.#sync
    return {
      doc,
      get text() {
        return textOf(doc)
      },
      revision,
      isLoaded: base !== null,
      storage: this.#storage(),
      overlaps,
      error: this.#loop.error,
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
    if (this.#isStray || (this.#isLate && !this.#sync.isSent)) return 'unstored'
    if (this.#sync.isSent) return 'stored'
    return this.#loop.isOffline || this.#loop.isTooLarge ? 'offline' : 'pending'
  }
}
