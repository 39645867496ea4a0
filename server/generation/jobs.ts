import type { Pool } from 'pg'
import { type GenerationStatus, STOPPED_BY_USER } from '../../contract/generation.ts'
import type { ReadLanes } from '../database/read-lanes.ts'
import { asCaller, asReader, type Identity } from '../database/request-transaction.ts'

export type Requested = {
  prompt: string
  currentScript: string
  conversationId: string | null
  idempotencyKey: string | null
}

/** What a person may do with generations; the database decides whether. */
export class GenerationJobs {
  readonly #pool: Pool
  readonly #readers: ReadLanes

  constructor(pool: Pool, readers: ReadLanes) {
    this.#pool = pool
    this.#readers = readers
  }

  async request(identity: Identity, wanted: Requested): Promise<string> {
    const [outcome] = await asCaller(this.#pool, identity, {
      name: 'request_generation',
      text: 'select private.request_generation($1, $2, $3, $4) as id',
      values: [wanted.prompt, wanted.currentScript, wanted.conversationId, wanted.idempotencyKey],
    })
    return outcome?.rows[0]?.['id'] as string
  }

  async cancel(identity: Identity, jobId: string): Promise<string> {
    const [outcome] = await asCaller(this.#pool, identity, {
      name: 'cancel_generation',
      text: 'select private.cancel_generation($1, $2) as status',
      values: [jobId, STOPPED_BY_USER],
    })
    return outcome?.rows[0]?.['status'] as string
  }

  async status(identity: Identity, jobId: string): Promise<GenerationStatus | undefined> {
    const [, outcome] = await asReader(
      this.#pool,
      identity,
      { name: 'require_approved', text: 'select private.require_approved()', answer: 'none' },
      {
        name: 'generation_status',
        text: `select status, result, error, error_code as code, partial_text as partial, (
            select id from public.chat_messages where job_id = jobs.id
            order by created_at desc limit 1
          ) as "messageId"
          from public.generation_jobs as jobs where id = $1`,
        values: [jobId],
      },
    )
    return outcome?.rows[0] as GenerationStatus | undefined
  }

  /** Where a job stands, and its text from a character on; the whole row need not travel. */
  async textFrom(identity: Identity, jobId: string, characters: number) {
    const [, outcome] = await this.#readers.read(
      identity,
      { name: 'require_approved', text: 'select private.require_approved()', answer: 'none' },
      {
        name: 'generation_text',
        // There is an answer at the end only, and it is asked for then only.
        text: `select status, error, error_code as code, attempt, substr(partial_text, $2 + 1) as text,
          case when finished_at is not null then (
            select id from public.chat_messages where job_id = jobs.id
            order by created_at desc limit 1
          ) end as "messageId"
          from public.generation_jobs as jobs where id = $1`,
        values: [jobId, characters],
      },
    )
    return outcome?.rows[0] as JobText | undefined
  }
}

export type JobText = Pick<GenerationStatus, 'status' | 'error' | 'code' | 'messageId'> & {
  attempt: number
  text: string
}
