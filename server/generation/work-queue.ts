import type { Pool } from 'pg'
import type { Usage } from '../ai/writer.ts'
import { jobErrors } from './job-errors.ts'

/** How long a worker's silence is taken for work; several signs of life fit into it. */
const LEASE_SECONDS = 15

export type Work = {
  id: string
  conversation_id: string | null
  prompt: string
  current_script: string
  attempt: number
  milliseconds_left: number
}
export type Context = {
  conversation: { type: 'user' | 'ai'; content: string }[]
  examples: { id: string; content: string }[]
}
/** Text that comes behind so many characters: stored twice it is there once. */
export type Piece = { already: number; more: string }
/** What the provider wrote, and what became of it. */
export type Answer = { written: string; result: string }
export type Failure = { code: string; message: string }
export type Ending = { model: string; usage: Usage }

/** The workers' side of the jobs. False as an answer: another attempt has taken over, or it has ended. */
export class WorkQueue {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async claim(): Promise<Work | undefined> {
    const { rows } = await this.#pool.query<Work>({
      name: 'claim_generation',
      text: 'select * from private.claim_generation(make_interval(secs => $1))',
      values: [LEASE_SECONDS],
    })
    return rows[0]
  }

  async contextOf({ id }: Work): Promise<Context> {
    const { rows } = await this.#pool.query<Context>({
      name: 'generation_context',
      text: 'select * from private.generation_context($1)',
      values: [id],
    })
    return rows[0] ?? { conversation: [], examples: [] }
  }

  progress({ id, attempt }: Work, { already, more }: Piece): Promise<boolean> {
    return this.#ask('progress_generation($1, $2, $3, $4, make_interval(secs => $5))', [
      id,
      attempt,
      already,
      more,
      LEASE_SECONDS,
    ])
  }

  complete(
    { id, attempt }: Work,
    { written, result }: Answer,
    usedExamples: string[],
    ending: Ending,
  ) {
    const { model, usage } = ending
    return this.#ask('complete_generation($1, $2, $3, $4, $5, $6, $7, $8)', [
      id,
      attempt,
      result,
      // Rarely something else: then it is not sent twice.
      written === result ? null : written,
      usedExamples,
      model,
      usage.inputTokens,
      usage.outputTokens,
    ])
  }

  fail({ id, attempt }: Work, failure: Failure, { already, more }: Piece, model: string) {
    return this.#ask('fail_generation($1, $2, $3, $4, $5, $6, $7)', [
      id,
      attempt,
      failure.code,
      failure.message,
      already,
      more,
      model,
    ])
  }

  release({ id, attempt }: Work): Promise<boolean> {
    return this.#ask('release_generation($1, $2)', [id, attempt])
  }

  async endOverdue(): Promise<number> {
    const { rows } = await this.#pool.query<{ ended: number }>(
      'select private.end_overdue_generations($1, $2) as ended',
      [jobErrors.timeout, jobErrors.interrupted],
    )
    return rows[0]?.ended ?? 0
  }

  async #ask(call: string, values: unknown[]): Promise<boolean> {
    const { rows } = await this.#pool.query<{ done: boolean }>({
      name: call.slice(0, call.indexOf('(')),
      text: `select private.${call} as done`,
      values,
    })
    return rows[0]?.done ?? false
  }
}
