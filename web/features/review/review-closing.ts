import type { Decision } from './decision-queue.ts'

/** Delayed, because the text of a new answer may arrive after its review. */
const CLOSE_AFTER = 5_000

/** A review whose texts are known, and whether any of its changes are pending. */
export type Looked = { id: string; isEnded: boolean; isLeft: boolean }

/** Ends reviews whose last change was typed over, and opens them again if that is undone. */
export class ReviewClosing {
  readonly #decide: (decision: Decision) => void
  /** Checks the reviews again, with everything typed so far. */
  readonly #look: () => readonly Looked[]
  /** The reviews ended here, each only once, so that a request the server refuses is not repeated. */
  readonly #closed = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(decide: (decision: Decision) => void, look: () => readonly Looked[]) {
    this.#decide = decide
    this.#look = look
  }

  /** Whether the review was ended here, and may be opened again. */
  has(id: string): boolean {
    return this.#closed.has(id)
  }

  looked(reviews: readonly Looked[]): void {
    for (const { id, isEnded, isLeft } of reviews)
      if (isEnded && isLeft) {
        this.#closed.delete(id)
        this.#decide({ id, keep: [], unkeep: [], ended: false })
      }
    clearTimeout(this.#timer)
    if (this.#toClose(reviews).length > 0)
      this.#timer = setTimeout(() => this.#close(), CLOSE_AFTER)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #toClose(reviews: readonly Looked[]): Looked[] {
    return reviews.filter(({ id, isEnded, isLeft }) => !isEnded && !isLeft && !this.has(id))
  }

  #close(): void {
    for (const { id } of this.#toClose(this.#look())) {
      this.#closed.add(id)
      this.#decide({ id, keep: [], unkeep: [], ended: true })
    }
  }
}
