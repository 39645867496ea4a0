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
  /** The answer that is to be continued. */
  continued: string | null
  attempt: number
  milliseconds_left: number
}
export type Context = {
  conversation: { type: 'user' | 'ai'; content: string }[]
  examples: { id: string; content: string }[]
}
/** The provider's text, the text after repairing its format, and what it was written with. */
export type Answer = {
  written: string
  result: string
  usedExamples: string[]
  model: string
  usage: Usage
}
/** The text that an answer would change. */
export type WorkingText = {
  text: string
  /** Null if the text has not begun. */
  text_hash: string | null
  /** Not the text that the request was about: that one was deleted, or its conversation was moved. */
  is_another: boolean
}
/** What an answer does to the working text. */
export type Application = {
  /** Why it does nothing; null if it may become the script. */
  withheld: Withheld | null
  /** The working text with the answer; null to leave it as it is. */
  newText: string | null
  /** The text that the request was about, to be kept as a version if the working text has not begun. */
  firstText: string | null
  partlyApplied: boolean
}
type Completion = 'completed' | 'taken' | 'text_changed'

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

  /** Undefined without a conversation, which has the text. */
  async workingText({ id }: Work): Promise<WorkingText | undefined> {
    const { rows } = await this.#pool.query<WorkingText>({
      name: 'text_for_answer',
      text: 'select * from private.text_for_answer($1)',
      values: [id],
    })
    return rows[0]
  }

  /** `text_changed`: nothing was done, since the working text is no longer the one with this hash. */
  complete(
    { id, attempt }: Work,
    answer: Answer,
    { withheld, newText, firstText, partlyApplied }: Application,
    judgedHash: string | null,
  ): Promise<Completion> {
    const { written, result, usedExamples, model, usage } = answer
    const places = Array.from({ length: 13 }, (_, index) => `$${index + 1}`)
    return this.#call<Completion>(`complete_generation(${places.join(', ')})`, [
      id,
      attempt,
      result,
      // Null when nothing was repaired, so that the text is sent once.
      written === result ? null : written,
      withheld,
      newText,
      judgedHash,
      firstText,
      partlyApplied,
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

  async #call<Done = boolean>(call: string, values: unknown[]): Promise<Done> {
    const { rows } = await this.#pool.query<{ done: Done }>({
      name: call.slice(0, call.indexOf('(')),
      text: `select private.${call} as done`,
      values,
    })
    const [row] = rows
    if (!row) throw new Error(`no row from ${call}`)
    return row.done
  }
}
