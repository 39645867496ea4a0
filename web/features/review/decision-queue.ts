import { RequestError } from '../../lib/backend/request-error.ts'
import { logError } from '../../lib/log.ts'

/** Which changes are kept or no longer kept; with `ended` null, the review stays open or ended. */
export type Decision = {
  id: string
  keep: readonly number[]
  unkeep: readonly number[]
  ended: boolean | null
}

/** Stores a decision; throws a RequestError if that fails. */
export type ReviewServer = (decision: Decision) => Promise<ReviewRow>

const RETRY_AFTER = 2_000

/** Whether a retry may help: the server was not reached, or was busy. */
const isRetryable = (error: unknown): boolean =>
  error instanceof RequestError &&
  (error.isNetwork || error.status >= 500 || error.status === 408 || error.status === 429)

function decided(row: ReviewRow, { id, keep, unkeep, ended }: Decision): ReviewRow {
  if (id !== row.id) return row
  const kept = new Set(row.kept)
  for (const number of keep) kept.add(number)
  for (const number of unkeep) kept.delete(number)
  return { ...row, kept: [...kept], isEnded: ended ?? row.isEnded }
}

/** Applies decisions at once and sends them one by one, with retries if the connection is lost. */
export class DecisionQueue {
  readonly #server: ReviewServer
  readonly #onChange: () => void
  readonly #unsent: Decision[] = []
  /** The rows as the server stored them. */
  readonly #stored = new Map<string, ReviewRow>()
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(server: ReviewServer, onChange: () => void) {
    this.#server = server
    this.#onChange = onChange
  }

  start(): () => void {
    const retry = () => void this.#send()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      clearTimeout(this.#timer)
    }
  }

  add(decision: Decision): void {
    this.#unsent.push(decision)
    void this.#send()
  }

  /** The rows with everything that was decided here. */
  applied(rows: readonly ReviewRow[]): ReviewRow[] {
    return rows.map((row) => {
      const stored = this.#stored.get(row.id)
      // The row may have been read before the decision was stored.
      const newest = stored && stored.updatedAt > row.updatedAt ? stored : row
      return this.#unsent.reduce(decided, newest)
    })
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    clearTimeout(this.#timer)
    try {
      for (let next = this.#unsent[0]; next; next = this.#unsent[0]) {
        const row = await this.#server(next)
        this.#stored.set(row.id, row)
        this.#unsent.shift()
      }
    } catch (error) {
      if (isRetryable(error)) this.#timer = setTimeout(() => void this.#send(), RETRY_AFTER)
      else {
        logError('A decision on a change could not be stored:', error)
        this.#unsent.shift()
        if (this.#unsent.length > 0) this.#timer = setTimeout(() => void this.#send(), 0)
      }
      this.#onChange()
    } finally {
      this.#isSending = false
    }
  }
}

/** A row of answer_reviews. */
export type ReviewRow = {
  id: string
  jobId: string | null
  /** Null if there was no text before. */
  beforeVersion: string | null
  answerVersion: string
  /** The hashes of the texts of these two versions; null if unknown. */
  beforeHash: string | null
  answerHash: string | null
  /** Version ids, the answer's first; empty without alternatives. */
  alternatives: readonly string[]
  /** The numbers of the changes that the writer kept. */
  kept: readonly number[]
  isEnded: boolean
  updatedAt: string
}
