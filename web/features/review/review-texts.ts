import type { Text } from '@codemirror/state'
import { logError } from '../../lib/log.ts'
import { textOf } from '../document/text/changes.ts'
import type { ReviewRow } from './decision-queue.ts'

/** The texts of an answer: the script before it, and the script after it for each alternative. */
export type Texts = { before: string; after: readonly string[] }

/** Reads the text of a version, whose hash may be known. */
export type ReadVersion = (id: string, hash: string | null) => Promise<string>

/** The texts that reviews compare, each read once. */
export class ReviewTexts {
  readonly #read: ReadVersion
  readonly #onRead: () => void
  readonly #texts = new Map<string, Texts>()
  readonly #reading = new Set<string>()

  constructor(read: ReadVersion, onRead: () => void) {
    this.#read = read
    this.#onRead = onRead
  }

  /** Undefined until they are read. */
  of(id: string): Texts | undefined {
    return this.#texts.get(id)
  }

  /** Whether an answer made exactly this text. */
  hasAnswer(doc: Text): boolean {
    return [...this.#texts.values()].some(({ after }) =>
      after.some((text) => text.length === doc.length && text === textOf(doc)),
    )
  }

  /** Reads what is missing; what could not be read before is tried again. */
  read(rows: readonly ReviewRow[]): void {
    for (const row of rows)
      if (!this.#texts.has(row.id) && !this.#reading.has(row.id)) void this.#readAll(row)
  }

  async #readAll(row: ReviewRow): Promise<void> {
    const { id, beforeVersion, beforeHash, answerVersion, answerHash, alternatives } = row
    const versions = alternatives.length > 0 ? alternatives : [answerVersion]
    this.#reading.add(id)
    try {
      const [before, ...after] = await Promise.all([
        beforeVersion === null ? '' : this.#read(beforeVersion, beforeHash),
        ...versions.map((one) => this.#read(one, one === answerVersion ? answerHash : null)),
      ])
      this.#texts.set(id, { before, after })
      this.#onRead()
    } catch (error) {
      logError('The texts of a review could not be read:', error)
    } finally {
      this.#reading.delete(id)
    }
  }
}
