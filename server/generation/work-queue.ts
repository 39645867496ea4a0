import type { Pool } from 'pg'
import type { Withheld } from '../../contract/generation.ts'
import type { Usage } from '../ai/writer.ts'
import { type GenerationErrorCode, generationErrors } from '../messages.ts'
import type { PartialText } from './partial-text.ts'

/** Another worker may take over a job whose lease has expired; several heartbeats fit into it. */
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
export type Answer = {
  /** The provider's text, and the text after repairing its format. */
  written: string
  result: string
  /** Why the result must not become the script; null if it may. */
  withheld: Withheld | null
}
export type Ending = { model: string; usage: Usage }

/** The worker's side of the jobs. `false` means the job has ended or belongs to another attempt. */
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

  /** Appends text and renews the lease. */
  progress({ id, attempt }: Work, { offset, text }: PartialText): Promise<boolean> {
    return this.#call('progress_generation($1, $2, $3, $4, make_interval(secs => $5))', [
      id,
      attempt,
      offset,
      text,
      LEASE_SECONDS,
    ])
  }

  complete(
    { id, attempt }: Work,
    { written, result, withheld }: Answer,
    usedExamples: string[],
    ending: Ending,
  ) {
    const { model, usage } = ending
    return this.#call('complete_generation($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      id,
      attempt,
      result,
      // Null when nothing was repaired, so that the text is sent once.
      written === result ? null : written,
      withheld,
      usedExamples,
      model,
      usage.inputTokens,
      usage.outputTokens,
    ])
  }

  fail(
    { id, attempt }: Work,
    code: GenerationErrorCode,
    { offset, text }: PartialText,
    model: string,
  ) {
    return this.#call('fail_generation($1, $2, $3, $4, $5, $6, $7)', [
      id,
      attempt,
      code,
      generationErrors[code],
      offset,
      text,
      model,
    ])
  }

  release({ id, attempt }: Work): Promise<boolean> {
    return this.#call('release_generation($1, $2)', [id, attempt])
  }

  async endOverdue(): Promise<number> {
    const { rows } = await this.#pool.query<{ ended: number }>(
      'select private.end_overdue_generations($1, $2) as ended',
      [generationErrors.timeout, generationErrors.interrupted],
    )
    return rows[0]?.ended ?? 0
  }

  async #call(call: string, values: unknown[]): Promise<boolean> {
    const { rows } = await this.#pool.query<{ done: boolean }>({
      name: call.slice(0, call.indexOf('(')),
      text: `select private.${call} as done`,
      values,
    })
    return rows[0]?.done ?? false
  }
}
