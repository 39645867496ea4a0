import type { AuthorshipEvent } from '../../documents/authorship/pen.ts'
import { type Identity, subjectOf } from '../../database/request-transaction.ts'
import type { Functions } from '../call.ts'
import { failures } from '../failures.ts'
import { type EventOf, type Head, keepKnown, readKnown } from './head.ts'
import { nextLists, readAnswers, readPieces } from './texts.ts'

/** The most versions that `private.next_versions` returns at once. */
const MAX_VERSIONS = 20

/** Short enough that a computation has stored some progress before a timeout cuts it off. */
const BATCH_MS = 1_000

/** How many versions to compute first, before their speed is known. */
export const FIRST_BATCH = 4

/** How many versions to compute next, given how long the last batch took. */
export const nextBatch = (versions: number, milliseconds: number): number => {
  const fitting = Math.floor((versions * BATCH_MS) / Math.max(1, milliseconds))
  return Math.max(1, Math.min(MAX_VERSIONS, versions * 2, fitting))
}

/** With fewer new events, computing them again is as fast as reading a stored state. */
const WORTH_STORING = 20
/** Milliseconds. Stores progress, so that a computation that times out can resume from there. */
const STORE_EVERY = 5_000

class EventReader {
  readonly #pool: Functions['pool']
  readonly #identity: Identity
  readonly #workId: string
  readonly #sent = new Set<string>()

  constructor(pool: Functions['pool'], identity: Identity, workId: string) {
    this.#pool = pool
    this.#identity = identity
    this.#workId = workId
  }

  async read(events: readonly EventOf[]) {
    const first = events.find((event) => 'version' in event)?.version.number ?? 0
    const lists = new Map(
      first === 0
        ? []
        : (await nextLists(this.#pool, this.#identity, this.#workId, first - 1)).map(
            ({ number, pieces }) => [number, pieces],
          ),
    )
    const answers = events.flatMap((event) => ('answer' in event ? [event.answer] : []))
    const texts = await readAnswers(this.#pool, this.#identity, answers)
    let answered = 0
    const fresh = new Set<string>()
    const add = events.map((event): AuthorshipEvent => {
      if ('answer' in event) {
        answered += 1
        return { jobId: event.answer.job_id, text: texts[answered - 1] ?? '' }
      }
      const pieces = lists.get(event.version.number)
      // The version was deleted after the head was read.
      if (!pieces) throw failures.unknownScript()
      for (const id of pieces) if (!this.#sent.has(id)) fresh.add(id)
      return { version: event.version, pieces }
    })
    const pieces = await readPieces(this.#pool, this.#identity, [...fresh])
    for (const id of fresh) this.#sent.add(id)
    return { add, pieces: pieces.map(({ id, text }): [string, string] => [id, text]) }
  }
}

/** Computes the record or the statement, from an earlier computation's state and the events after it. */
export async function computeAuthorship(
  { pool, documents, signingKey: key }: Functions,
  identity: Identity,
  given: Head,
  format: 'json' | 'pdf',
): Promise<Uint8Array<ArrayBuffer>> {
  const { head, text } = given
  const { events, done, stored } = await readKnown(pool, identity, given)
  return documents.authorship(subjectOf(identity), async (ask) => {
    await ask({ begin: stored })
    const reader = new EventReader(pool, identity, head.workId)
    const keep = async (count: number) => {
      const { bytes } = await ask({ store: true })
      await keepKnown(pool, identity, head.workId, events.slice(0, count), bytes)
    }
    let storedAt = performance.now()
    let batch = FIRST_BATCH
    for (let at = done; at < events.length; ) {
      const begun = performance.now()
      await ask(await reader.read(events.slice(at, at + batch)))
      at += batch
      batch = nextBatch(batch, performance.now() - begun)
      if (performance.now() - storedAt < STORE_EVERY) continue
      await keep(at)
      storedAt = performance.now()
    }
    if (events.length - done >= WORTH_STORING) await keep(events.length)
    return (await ask({ finish: head, text, format, key })).bytes
  })
}
