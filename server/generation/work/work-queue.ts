import type { Pool } from 'pg'
import type { AnswerChanges, PromptContext } from '../../../contract/generation.ts'
import type { Reader } from '../../../contract/reading.ts'
import type { Usage } from '../../ai/writer.ts'
import { type GenerationErrorCode, generationErrors, readingResult } from '../../common/messages.ts'
import { rowInput } from '../../database/row-input.ts'
import type { Application, WorkingText } from '../applying/application.ts'
import {
  type BranchHistory,
  bounded,
  textsNeeded,
  withoutChanges,
} from '../applying/follow-branch.ts'
import type { PartialText } from './partial-text.ts'
import type { Attachment } from '../prompt/attachment-context.ts'
import type { BibleEntry } from '../prompt/bible-context.ts'
import type { Speaker } from '../prompt/speaker.ts'
import type { Found, Part, Told } from '../readings/reading.ts'
import { SUMMARIES } from '../readings/summaries.ts'

/** Another worker may take over a job whose lease has expired; several heartbeats fit into it. */
const LEASE_SECONDS = 15

export type Work = {
  id: string
  user_id: string
  conversation_id: string | null
  prompt: string
  current_script: string
  /** The answer that is to be continued. */
  continued: string | null
  /** The only part of the script that may change, in UTF-16 units; null for all of it. */
  target_start: number | null
  target_end: number | null
  mode: 'change' | 'ask'
  alternatives: number | null
  attempt: number
  /** How often it was claimed and not handed back. */
  tries: number
  milliseconds_left: number
}
export type Context = {
  conversation: { type: 'user' | 'ai'; content: string }[]
  examples: { id: string; content: string }[]
  bible: BibleEntry[]
  speaker: Speaker | null
  /** By the hash of the scene; null if the script has not been summarized. */
  synopses: Record<string, string> | null
}
/** A script that is read part by part. */
export type ReadingWork = {
  id: string
  user_id: string
  reader: Reader
  current_script: string
  parts: Part[]
  /** Null if the text was deleted. */
  parts_read: number | null
  /** What the model was given so far. */
  context: PromptContext | null
  attempt: number
}
/** A script whose scenes are to be summarized, by the id of its draft. */
export type SummaryWork = Omit<ReadingWork, 'parts'> & {
  text_hash: string
  synopses: Record<string, string>
}
type PartFound = {
  part: number
  context: PromptContext | null
  found: Found
  /** Of the text in which notes are placed; null to drop those that are not at their places. */
  judgedHash: string | null
}
type Claimed = Pick<Work, 'id' | 'attempt'>
/** The provider's text, what the chat shows of it, and the model and tokens used. */
export type Answer = {
  written: string
  result: string
  changes: AnswerChanges | null
  model: string
  usage: Usage
}
type Completion = 'completed' | 'taken' | 'text_changed'

const costOf = (model: string, { inputTokens, outputTokens, cachedInputTokens }: Usage) => ({
  model,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cached_input_tokens: cachedInputTokens,
})

/** The worker's side of the jobs. `false` means the job has ended or belongs to another attempt. */
export class WorkQueue {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async claim(): Promise<Work | undefined> {
    const { rows } = await this.#pool.query<Work>({
      name: 'claim_work',
      text: 'select * from private.claim_work(make_interval(secs => $1))',
      values: [LEASE_SECONDS],
    })
    return rows[0]
  }

  async contextOf({ id }: Work): Promise<Context> {
    const { rows } = await this.#pool.query<Context>({
      name: 'generation_context',
      text: `select said.*, private.bible_for_generation($1) as bible,
          private.speaker_of($1) as speaker, private.synopses_for_generation($1) as synopses
        from private.generation_context($1) as said`,
      values: [id],
    })
    return rows[0] ?? { conversation: [], examples: [], bible: [], speaker: null, synopses: null }
  }

  /** The files that belong to the text, oldest first, and which of their passages to choose from. */
  async attachmentsOf({ id }: Work, passages: number): Promise<Attachment[]> {
    const { rows } = await this.#pool.query<Attachment>({
      name: 'passages_for_generation',
      text: 'select * from private.passages_for_generation($1, $2)',
      values: [id, passages],
    })
    return rows
  }

  /** Records what the model is given, and the examples that the answer will name, even if it is stopped. */
  recordContext(
    { id, attempt }: Work,
    examples: readonly string[],
    context: PromptContext | null,
  ): Promise<boolean> {
    const values = [id, attempt, examples, context && JSON.stringify(context)]
    return this.#call('record_context($1, $2, $3, $4)', values)
  }

  /** Appends text and renews the lease. */
  progress({ id, attempt }: Claimed, { offset, text }: PartialText): Promise<boolean> {
    return this.#call('progress_generation($1, $2, $3, $4, make_interval(secs => $5))', [
      id,
      attempt,
      offset,
      text,
      LEASE_SECONDS,
    ])
  }

  /**
   * Restarts the text under a new attempt number, and adds the cost of the answer so far. Undefined if the
   * job belongs to another worker.
   */
  async restart(work: Work, usage: Usage): Promise<Work | undefined> {
    const attempt = await this.#call<number | null>(
      'restart_answer($1, $2, make_interval(secs => $3), $4, $5, $6)',
      [
        work.id,
        work.attempt,
        LEASE_SECONDS,
        usage.inputTokens,
        usage.outputTokens,
        usage.cachedInputTokens,
      ],
    )
    return attempt === null ? undefined : { ...work, attempt }
  }

  /**
   * Undefined without a conversation, because the text belongs to the conversation. `compares`: the changes since the
   * replaced answers are to be found by comparing texts.
   */
  async workingText({ id }: Work, compares = false): Promise<WorkingText | undefined> {
    type Row = Omit<WorkingText, 'replaced'> & { replaced: BranchHistory | null }
    const { rows } = await this.#pool.query<Row>({
      name: 'text_for_answer',
      text: `select working.*, private.replaced_answers($1) as replaced
        from private.text_for_answer($1) as working`,
      values: [id],
    })
    const [working] = rows
    if (!working?.replaced) return working && { ...working, replaced: null }
    const history = compares ? withoutChanges(working.replaced) : bounded(working.replaced)
    const { rows: versions } = await this.#pool.query<{ id: string; text: string }>(
      `select version_id as id, private.text_of_pieces(pieces) as text from private.version_texts
        where version_id = any ($1)`,
      [textsNeeded(history)],
    )
    const texts = new Map(versions.map((version) => [version.id, version.text]))
    return { ...working, replaced: { history, texts } }
  }

  /** `text_changed`: nothing was done, since the working text is no longer the one with this hash. */
  async complete(
    { id, attempt, user_id, conversation_id }: Work,
    answer: Answer,
    { withheld, newText, otherTexts, firstText, script, partlyApplied, left, parts }: Application,
    judgedHash: string | null,
  ): Promise<Completion> {
    const { written, result, changes, model, usage } = answer
    const { sql, value } = rowInput('written_answer', {
      job_id: id,
      attempt,
      result,
      // Null if both are the same, so that the text is sent only once.
      written: written === result ? null : written,
      withheld,
      new_text: newText,
      judged_hash: judgedHash,
      first_text: firstText,
      partly_applied: partlyApplied,
      other_texts: otherTexts,
      script,
      changes,
      ...costOf(model, usage),
    })
    const { rows } = await this.#pool.query<{ done: Completion }>({
      name: 'complete_generation',
      text: `with completed as materialized (
          select answer.job_id, answer.first_text, answer.new_text, private.complete_generation(answer) as done
          from ${sql} as answer
        )
        select done, private.note_changes($2, work_id, null, first_text, $3),
          private.note_changes($2, work_id, job_id, new_text, $4)
        from completed left join public.chat_conversations as chats on chats.id = $5 and done = 'completed'`,
      values: [
        value,
        user_id,
        left && JSON.stringify(left),
        parts && JSON.stringify(parts),
        conversation_id,
      ],
    })
    return rows[0]?.done ?? 'taken'
  }

  fail(
    { id, attempt }: Claimed,
    code: GenerationErrorCode,
    { offset, text }: PartialText,
    /** Null for the model recorded when the job was accepted. */
    model: string | null,
  ) {
    const { sql, value } = rowInput('failed_generation', {
      job_id: id,
      attempt,
      code,
      sentence: generationErrors[code],
      already: offset,
      more: text,
      model,
    })
    return this.#call(`fail_generation(${sql})`, [value])
  }

  release({ id, attempt }: Claimed): Promise<boolean> {
    return this.#call('release_generation($1, $2)', [id, attempt])
  }

  async claimReading(): Promise<ReadingWork | undefined> {
    const { rows } = await this.#pool.query<ReadingWork>({
      name: 'claim_reading',
      text: 'select * from private.claim_reading(make_interval(secs => $1))',
      values: [LEASE_SECONDS],
    })
    return rows[0]
  }

  /**
   * The next long script whose scenes are to be summarized, for ten minutes. Its parts are not planned yet; the last of
   * them is followed by `completeSummaries`.
   */
  async claimSummaries(): Promise<SummaryWork | undefined> {
    const { rows } = await this.#pool.query<SummaryWork>('select * from private.claim_summaries()')
    return rows[0]
  }

  /** Counts the call for a part, which is sent next. */
  sendPart({ id, attempt }: ReadingWork, part: number): Promise<boolean> {
    return this.#call('send_part($1, $2, $3)', [id, attempt, part])
  }

  /** What a reader is told of the bible, of what it has found before, and of the scenes that it does not get. */
  async toldTo({ id, reader }: ReadingWork): Promise<Told | undefined> {
    const of = reader === 'bible' ? 'bible' : reader === SUMMARIES ? 'synopses' : 'notes'
    const { rows } = await this.#pool.query<Told>(`select * from private.${of}_to_read($1)`, [id])
    return rows[0]
  }

  async textOfReading({ id }: ReadingWork) {
    const { rows } = await this.#pool.query<{ text: string; text_hash: string }>(
      'select * from private.text_of_reading($1)',
      [id],
    )
    return rows[0]
  }

  /** Stores what a part yielded, together with the fact that it was read. */
  storePart(
    { id, attempt, parts }: ReadingWork,
    { part, context, found, judgedHash }: PartFound,
    model: string,
    usage: Usage,
  ): Promise<'stored' | 'text_changed' | 'ended'> {
    const { sql, value } = rowInput('part_read', {
      job_id: id,
      attempt,
      part,
      scenes: parts[part]?.hashes ?? [],
      context,
      ...costOf(model, usage),
      lease: `${LEASE_SECONDS} seconds`,
    })
    const yielded = JSON.stringify({ ...found, judged_hash: judgedHash })
    return this.#call(`store_part(${sql}, $2)`, [value, yielded])
  }

  async completeReading({ id, attempt, reader }: ReadingWork): Promise<boolean> {
    const { rows } = await this.#pool.query<{ found: number; dropped: number }>(
      'select found, dropped from public.readings where id = $1',
      [id],
    )
    const { found = 0, dropped = 0 } = rows[0] ?? {}
    const result = reader === 'bible' ? '' : readingResult(found, dropped)
    return this.#call('complete_reading($1, $2, $3)', [id, attempt, result])
  }

  completeSummaries({ id, attempt, text_hash }: SummaryWork): Promise<boolean> {
    return this.#call('complete_summaries($1, $2, $3)', [id, attempt, text_hash])
  }

  async endOverdue(): Promise<number> {
    const { rows } = await this.#pool.query<{ ended: number }>(
      'select private.end_overdue_generations($1, $2, $3) as ended',
      [generationErrors.timeout, generationErrors.interrupted, generationErrors.provider_busy],
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
