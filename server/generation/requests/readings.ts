import type { Pool } from 'pg'
import { isNoteReader, type Reader } from '../../../contract/reading.ts'
import { READINGS_PLANNED } from '../../../contract/limits.ts'
import { refusal } from '../../common/failures.ts'
import { FairQueue } from '../../common/fair-queue.ts'
import { asCaller, asReader, type Identity } from '../../database/request-transaction.ts'
import { rowInput } from '../../database/row-input.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import type { TextWork } from '../texts/text-work.ts'
import { readerNames } from '../prompt/readers.ts'
import type { OwnReader, Part } from '../readings/reading.ts'

export type ReadingRequest = {
  workId: string
  reader: Reader
  scenes: number[] | null
  target: { start: number; end: number } | null
  /** Of the text that these refer to. */
  textHash: string | null
  /** Reads again what this reader has read already. */
  again: boolean
  model: string | null
  idempotencyKey: string | null
}

/** What the list of a user's jobs calls a reading. */
const BIBLE = 'Read the script for the bible'

/** How often a reading is planned again because the text changed in between. */
const TRIES = 5

type Accepted = { jobId: string | null; calls: number; scenes: number }

type Row = { text: string; text_hash: string; read_scenes: string[] }

/** A user's plans are made one after the other: each has a whole text in memory, and takes a core. */
const createTurns = () =>
  new FairQueue<string>({
    groupsOf: (user) => [user],
    mayStart: (user, running) => !running.includes(user),
    checkWait(user, waiting) {
      if (waiting.filter((one) => one === user).length + 1 >= READINGS_PLANNED)
        throw refusal(429, 'too_many_readings', { headers: { 'Retry-After': '5' } })
    },
  })

/** The user's side of readings: each is planned as a whole, so that it can say what it will cost. */
export class Readings {
  readonly #pool: Pool
  readonly #texts: TextWork
  readonly #budget: ContextBudget
  readonly #turns = createTurns()

  constructor(pool: Pool, texts: TextWork, budget: ContextBudget) {
    this.#pool = pool
    this.#texts = texts
    this.#budget = budget
  }

  /** How many calls it would take, and how many scenes they read. */
  async estimate(identity: Identity, request: ReadingRequest): Promise<Accepted> {
    const { parts } = await this.#plan(identity, request)
    return { jobId: null, ...sizeOf(parts) }
  }

  async request(identity: Identity, request: ReadingRequest): Promise<Accepted> {
    const { workId, reader, model, idempotencyKey } = request
    for (let tries = 1; ; tries += 1) {
      const { parts, scope, textHash, name } = await this.#plan(identity, request)
      if (parts.length === 0) throw refusal(400, 'nothing_to_read')
      try {
        const { sql, value } = rowInput('reading_request', {
          work_id: workId,
          reader,
          name,
          text_hash: textHash,
          parts,
          model_id: model,
          idempotency_key: idempotencyKey,
          scope,
        })
        const [outcome] = await asCaller(this.#pool, identity, {
          name: 'request_reading',
          text: `select private.request_reading(${sql}) as id`,
          values: [value],
        })
        return { jobId: outcome?.rows[0]?.['id'] as string, ...sizeOf(parts) }
      } catch (error) {
        const isChanged = error instanceof Error && error.message === 'draft_changed'
        if (tries === TRIES || request.textHash !== null || !isChanged) throw error
      }
    }
  }

  #plan(identity: Identity, request: ReadingRequest) {
    return this.#turns.run(String(identity.claims['sub']), () => this.#planned(identity, request))
  }

  async #planned(identity: Identity, request: ReadingRequest) {
    const { workId, reader, again, scenes, target, textHash } = request
    const isOwn = reader !== 'bible' && !isNoteReader(reader)
    const [, outcome, readers] = await asReader(
      this.#pool,
      identity,
      { name: 'require_approved', text: 'select private.require_approved()', answer: 'none' },
      {
        name: 'text_to_read',
        text: 'select * from private.text_to_read($1, $2)',
        values: [workId, reader],
      },
      {
        name: 'own_reader',
        text: `select name, text from public.prompts where id = $1 and kind = 'reader'`,
        values: [isOwn ? reader : null],
      },
    )
    const row = outcome?.rows[0] as Row | undefined
    const own = (readers?.rows[0] as OwnReader | undefined) ?? null
    if (!row) throw refusal(404, 'draft_not_found')
    if (isOwn && own === null) throw refusal(404, 'reader_not_found')
    if (textHash !== null && textHash !== row.text_hash) throw refusal(409, 'draft_changed')
    const { parts, scope } = await this.#texts.do(String(identity.claims['sub']), 'readingParts', {
      text: row.text,
      reader,
      own,
      scenes,
      target,
      read: again ? null : new Set(row.read_scenes),
      // The model is chosen with the request; what it counts otherwise is corrected when a part is read.
      tokens: this.#budget.tokensFor(''),
    })
    const name = own?.name ?? (isNoteReader(reader) ? readerNames[reader] : BIBLE)
    return { parts, scope, textHash: row.text_hash, name }
  }
}

const sizeOf = (parts: readonly Part[]) => ({
  calls: parts.length,
  scenes: parts.reduce((sum, { scenes }) => sum + scenes.length, 0),
})
