import { applySplices, type Splice } from '../../../../screenplay/changes.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { Delayed } from '../../../lib/delayed.ts'
import { DELAYS } from '../delays.ts'
import type { DraftRow, DraftServer } from './draft-server.ts'
import { type Has, isHas } from './marks.ts'
import type { Requests } from './own-requests.ts'
import { textHash } from './text-hash.ts'
import { isOverlap, type Overlap } from './overlaps.ts'
import type { Base, TextSync } from './text-sync.ts'

const RETRY_WAITS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** With more announced rows than this, the whole text is read instead. */
const MAX_ROWS = 20

const DRAFT_NOT_FOUND = 'draft_not_found'

type Waiting = { changes: number; resolve: () => void; reject: (reason: unknown) => void }

type Hooks = {
  /** The text or the outcome of a request has changed. */
  onChange: () => void
  /** Called before sending, so that the browser stores the text first. */
  storeFirst: () => Promise<void>
  /** Called to set the server's text. */
  setServerText: (...args: [...Parameters<TextSync['setServerText']>, isAsked: boolean]) => void
  /** Called with a text of the server and its hash. */
  onHash: (text: string, hash: string) => void
}

/** Changes that the server lacks for no longer than this are being typed, not left from earlier. */
const LIVE = 15_000

/** Whether the same request may succeed later. An error of our own must not end the sync for good. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  const { isNetwork, isSessionOver, status } = error
  return isNetwork || isSessionOver || status >= 500 || [401, 403, 408, 429].includes(status)
}

const signedOut = () => new RequestError('', 'signed_out')

const isUnreachable = (error: unknown) =>
  error instanceof RequestError && (error.isNetwork || error.status >= 500)

/** Keeps the text in sync with the server's: one request at a time, retried until it succeeds. */
export class SyncLoop {
  readonly #sync: TextSync
  readonly #server: DraftServer
  readonly #hooks: Hooks
  readonly #requests: Requests
  #isStopped = false
  /** Set while the loop is working. */
  #working: Promise<void> | undefined
  /** Pending work, most urgent first. */
  #mustRead = false
  #mustCheck = false
  #rows: DraftRow[] = []
  #isDue = false
  #isSendingEarly = false

  #changes = 0
  /** When the oldest change began that was not sent yet, and that is not confirmed yet. */
  #unsentSince: number | undefined
  #unconfirmedSince: number | undefined
  #changedAt = 0
  readonly #soon = new Delayed(DELAYS.send, () => this.sendNow())
  #failures = 0
  #retryAt = 0
  /** Revision that the server refused because it was outdated or its text differed. */
  #refusedRevision: number | undefined
  /** It said that there is a later one. */
  #isOutdated = false
  #error: unknown = null
  #waiting: Waiting[] = []

  constructor(sync: TextSync, server: DraftServer, requests: Requests, hooks: Hooks) {
    this.#sync = sync
    this.#server = server
    this.#requests = requests
    this.#hooks = hooks
  }

  get error(): unknown {
    return this.#error
  }

  get isOffline(): boolean {
    return isUnreachable(this.#error)
  }

  /** Whether the server has no room for this text, however often it is sent. */
  get isTooLarge(): boolean {
    return this.#error instanceof RequestError && this.#error.status === 413
  }

  /** Starts with the known text, or reads it from the server. */
  start(): void {
    this.#mustRead ||= !this.#sync.base
    this.#isDue ||= !this.#sync.isSent
    void this.#work()
  }

  stop(): void {
    this.#isStopped = true
    this.#soon.cancel()
    this.#settle(signedOut())
  }

  /** If the browser cannot store a copy, the text is sent sooner. */
  sendEarly(isEarly: boolean): void {
    this.#isSendingEarly = isEarly
    this.#plan()
  }

  changed(): void {
    this.#changes += 1
    this.#changedAt = performance.now()
    this.#unsentSince ??= this.#changedAt
    this.#unconfirmedSince ??= this.#changedAt
    this.#plan()
  }

  /** A row was announced, or some may have been missed. */
  announced(row?: DraftRow): void {
    if (row) this.#rows.push(row)
    else this.#mustCheck = true
    if (this.#rows.length > MAX_ROWS) {
      this.#rows = []
      this.#mustRead = true
    }
    void this.#work()
  }

  /** Resolves when the server's newest text has been applied here, or cannot be read now. */
  refresh(): Promise<void> {
    this.#mustCheck = true
    return this.#work()
  }

  /** Resolves when there is nothing to do at this moment. */
  async settled(): Promise<void> {
    await this.#working
  }

  /** The server may be reachable again. */
  retryNow(): void {
    this.#failures = 0
    this.#retryAt = 0
    this.#mustCheck = true
    this.#isDue = true
    void this.#work()
  }

  sendNow(): void {
    this.#isDue = true
    void this.#work()
  }

  flush(): Promise<void> {
    if (this.#isStopped) return Promise.reject(signedOut())
    if (this.#sync.base && this.#sync.isSent) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes: this.#changes, resolve, reject })
      this.#retryAt = 0
      // After a permanent failure, nothing else would read the text again.
      this.#mustRead ||= !this.#sync.base
      this.sendNow()
    })
  }

  #plan(): void {
    const at = this.#failures > 0 ? this.#retryAt : this.#dueAt()
    if (this.#isStopped || at === undefined) this.#soon.cancel()
    else this.#soon.askIn(at - performance.now())
  }

  #dueAt(): number | undefined {
    if (this.#sync.isSent || this.#unsentSince === undefined) return undefined
    if (this.#isSendingEarly) return this.#unsentSince
    const { pause, within } = DELAYS.send
    return Math.min(this.#changedAt + pause, this.#unsentSince + within)
  }

  #work(): Promise<void> {
    this.#working ??= this.#workOff()
    return this.#working
  }

  async #workOff(): Promise<void> {
    // Yield first, so that `#work` has set `#working` before this function clears it.
    await Promise.resolve()
    try {
      while (this.#hasWork()) await this.#next()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#working = undefined
    }
    this.#plan()
    this.#hooks.onChange()
  }

  #hasWork(): boolean {
    if (this.#isStopped || performance.now() < this.#retryAt) return false
    if (!this.#sync.base) return this.#mustRead
    return this.#mustRead || this.#mustCheck || this.#rows.length > 0 || this.#isDue
  }

  async #next(): Promise<void> {
    if (this.#mustRead) await this.#read()
    else if (this.#mustCheck) await this.#check()
    else if (this.#rows.length > 0) await this.#apply(this.#rows.shift())
    else await this.#send()
    this.#hooks.onChange()
  }

  async #read(): Promise<void> {
    const { base, revision } = this.#sync
    const texts = await this.#server.read(revision, base ? this.#requests.all() : [])
    this.#mustRead = false
    this.#succeeded()
    for (const { request, ...theirs } of texts ?? [])
      this.#setServerText(theirs, null, request !== null)
    if (!texts) this.#expectNone()
    this.#isDue ||= !this.#sync.isSent
    // The row says what the writer still has to decide on.
    this.#mustCheck ||= texts !== null
  }

  #setServerText(theirs: Base, changes: Splice[] | null, isAsked: boolean): void {
    const since = this.#unconfirmedSince
    const isLive = since !== undefined && performance.now() - since < LIVE
    this.#hooks.setServerText(theirs, { changes, isLive }, isAsked)
  }

  async #check(): Promise<void> {
    const row = await this.#server.readRow()
    this.#mustCheck = false
    this.#succeeded()
    // Outdated, though there is no later text: another one began.
    this.#mustRead ||= this.#isOutdated && row !== null && row.revision <= this.#sync.revision
    this.#isOutdated = false
    if (row) await this.#apply(row)
    else this.#expectNone()
  }

  /** The server has no text: none was stored yet, or the script was deleted, which is an error. */
  #expectNone(): void {
    if (this.#sync.revision > 0) throw new RequestError(DRAFT_NOT_FOUND, 'PT404', false, 404)
    this.#setServerText({ revision: 0, text: '' }, null, false)
  }

  async #apply(row: DraftRow | undefined): Promise<void> {
    const { base } = this.#sync
    if (!base || !row || row.revision < base.revision) return
    if (row.revision > base.revision) {
      this.#sync.learn(hasOf(row))
      const text = row.revision === base.revision + 1 ? textAfter(base.text, row) : undefined
      if (text === undefined || (await textHash(text)) !== row.text_hash) {
        this.#mustRead = true
        return
      }
      this.#hooks.onHash(text, row.text_hash)
      const isAsked = row.changes?.some(
        ({ request }) => request !== undefined && this.#requests.isOwn(request),
      )
      this.#setServerText({ revision: row.revision, text }, onlyChangesOf(row), isAsked === true)
      this.#isDue ||= !this.#sync.isSent
    }
    const overlaps = overlapsOf(row)
    if (overlaps) this.#sync.setOverlaps(overlaps)
  }

  async #send(): Promise<void> {
    this.#isDue = false
    const batch = this.#sync.toSend()
    const changes = this.#changes
    this.#unsentSince = undefined
    if (batch) {
      await this.#hooks.storeFirst()
      const hash = await textHash(batch.text)
      try {
        const revision = await this.#server.keep(batch.revision, batch.steps, hash)
        this.#hooks.onHash(batch.text, hash)
        this.#sync.confirm(batch, revision)
        this.#unconfirmedSince = this.#unsentSince
      } catch (error) {
        this.#recover(error, batch.revision)
        return
      }
    }
    this.#refusedRevision = undefined
    this.#succeeded()
    // There was more than fits into one request, or a merge added changes in the meantime.
    if (!this.#sync.isSent && this.#unsentSince === undefined) this.#isDue = true
    this.#settle(null, this.#isDue ? changes - 1 : changes)
    this.#isDue ||= this.#waiting.length > 0
  }

  /** Some refusals only mean that the server's text is not the expected one: read it and retry, once. */
  #recover(error: unknown, revision: number): void {
    const isOutdated =
      error instanceof RequestError &&
      (error.message === 'draft_changed' || error.message === 'text_hash_differs')
    if (!isOutdated || this.#refusedRevision === revision) throw error
    this.#refusedRevision = revision
    // The row says what the server has of this tab's typing, before the text is read.
    if (error.message === 'draft_changed') {
      this.#mustCheck = true
      this.#isOutdated = true
    } else this.#mustRead = true
    this.#isDue = true
  }

  #succeeded(): void {
    this.#failures = 0
    this.#retryAt = 0
    this.#error = null
  }

  #failed(error: unknown): void {
    this.#error = error
    const wait = RETRY_WAITS[Math.min(this.#failures, RETRY_WAITS.length - 1)] ?? 0
    if (isTemporary(error)) {
      // What was being worked off may be lost.
      this.#mustCheck ||= !(error instanceof RequestError)
      this.#failures += 1
      this.#retryAt = performance.now() + wait
      this.#isDue = true
    } else {
      // Retrying is pointless until the text changes.
      this.#failures = 0
      this.#mustRead = false
      this.#mustCheck = false
      this.#isDue = false
    }
    this.#settle(error)
  }

  /** Settles the `flush` promises that wait for no later change than `changes`. */
  #settle(error: unknown, changes = Number.POSITIVE_INFINITY): void {
    const answered = this.#waiting.filter((waiting) => waiting.changes <= changes)
    this.#waiting = this.#waiting.filter((waiting) => waiting.changes > changes)
    for (const { resolve, reject } of answered) {
      if (error === null) resolve()
      else reject(error)
    }
  }
}

/** The changes of a row that has only one step with changes. */
function onlyChangesOf({ changes }: DraftRow): Splice[] | null {
  const [step, ...others] = changes?.filter(({ splices }) => splices.length > 0) ?? []
  // The server names whole parts of the text that a request changed, not the words.
  return step && others.length === 0 && step.request === undefined ? step.splices : null
}

/** What the last step says of overlaps, if it says anything. */
function overlapsOf({ changes }: DraftRow): Overlap[] | undefined {
  const listed: unknown = changes?.at(-1)?.overlaps
  return Array.isArray(listed) ? listed.filter(isOverlap) : undefined
}

/** What the server has of what was typed in each tab. */
function hasOf({ changes }: DraftRow): Has {
  const has: unknown = changes?.at(-1)?.has
  return isHas(has) ? has : {}
}

function textAfter(text: string, { changes }: DraftRow): string | undefined {
  try {
    return changes?.reduce((before, step) => applySplices(before, step.splices), text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
