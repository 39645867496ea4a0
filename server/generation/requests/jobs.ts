import type { Pool } from 'pg'
import { type GenerationStatus, STOPPED_BY_USER } from '../../../contract/generation.ts'
import { asCaller, asReader, type Identity } from '../../database/request-transaction.ts'
import { rowInput } from '../../database/row-input.ts'
import { askedBy, Branches, type BranchWanted, type PlannedBranch } from './branches.ts'
import type { TextWork } from '../texts/text-work.ts'

type Message = {
  id: string
  scope?: string | null | undefined
  /** The conversation begins with it. */
  begins?: boolean | null | undefined
  /** What it follows, instead of the last message shown; if it is stored already, what its answer follows. */
  parent?: string | null | undefined
}

export type GenerationRequest = {
  prompt: string
  currentScript: string
  scriptId: string | null
  /** Of the working text, which is then used instead of `currentScript`. */
  revision: number | null
  conversationId: string | null
  /** Stored together with the job. */
  message: Message | null
  /** The id of the message whose answer was cut off and is to be continued. */
  continues: string | null
  /** The only part of the script that may change, in UTF-16 units. */
  target: { start: number; end: number } | null
  mode: 'change' | 'ask'
  /** A reader's id or a character's name, whom the answer speaks for. */
  as: string | null
  alternatives: number | null
  /** Null for the user's last choice, or the default if there is none. */
  model: string | null
  /** Asked too. */
  second: string | null
  idempotencyKey: string | null
}

export type JobText = Pick<
  GenerationStatus,
  'status' | 'error' | 'code' | 'messageId' | 'withheld'
> & {
  attempt: number
  text: string
}

type Accepted = { jobId: string; secondJobId?: string }

const REQUIRE_APPROVED = {
  name: 'require_approved',
  text: 'select private.require_approved()',
  answer: 'none',
} as const

/** The user's side of the jobs; every call runs with the user's own rights. */
export class GenerationJobs {
  readonly #pool: Pool
  readonly #branches: Branches

  constructor(pool: Pool, texts: TextWork) {
    this.#pool = pool
    this.#branches = new Branches(pool, texts)
  }

  /** Shows another branch; the script follows. True if the writer had changed some of the same lines. */
  showBranch(identity: Identity, wanted: BranchWanted): Promise<boolean> {
    return this.#branches.show(identity, wanted)
  }

  async request(identity: Identity, request: GenerationRequest): Promise<Accepted> {
    const { conversationId, message } = request
    if (!conversationId || !message?.parent) return this.#insert(identity, request, null)
    const { parent } = message
    const { planned, target, asked } = await this.#branches.endingWith(
      identity,
      [conversationId, parent],
      { promptId: message.id, target: request.target },
    )
    // Another answer to the same prompt is asked for as the first one was.
    const how = asked ?? { target }
    return this.#insert(identity, { ...request, ...how }, { ...planned, parent })
  }

  async #insert(
    identity: Identity,
    request: GenerationRequest,
    branch: (PlannedBranch & { parent: string }) | null,
  ): Promise<Accepted> {
    const { prompt, currentScript, conversationId, idempotencyKey, continues, target } = request
    const { message, second } = request
    const { sql, value } = rowInput('generation_request', {
      prompt,
      current_script: currentScript,
      conversation_id: conversationId,
      idempotency_key: idempotencyKey,
      continues,
      target_start: target?.start ?? null,
      target_end: target?.end ?? null,
      mode: request.mode,
      alternatives: request.alternatives,
      model_id: request.model,
      script_id: request.scriptId,
      revision: request.revision,
      message_id: message?.id ?? null,
      scope: message?.scope ?? null,
      begins: message?.begins ?? false,
      branch,
    })
    const accepting = `private.answer_as(private.request_generation(${sql}), $2)`
    const [, outcome] = await asCaller(this.#pool, identity, askedBy(idempotencyKey), {
      name: second === null ? 'request_generation' : 'request_two_generations',
      text:
        second === null
          ? `select ${accepting} as "jobId"`
          : `select "jobId", private.request_second("jobId", $3) as "secondJobId"
             from (select ${accepting} as "jobId" offset 0) as first`,
      values: [value, request.as, ...(second === null ? [] : [second])],
    })
    return outcome?.rows[0] as Accepted
  }

  async cancel(identity: Identity, jobId: string): Promise<string> {
    const [outcome] = await asCaller(this.#pool, identity, {
      name: 'cancel_generation',
      text: 'select coalesce(private.stop_reading($1, $2), private.cancel_generations($1, $2)) as status',
      values: [jobId, STOPPED_BY_USER],
    })
    return outcome?.rows[0]?.['status'] as string
  }

  async status(identity: Identity, jobId: string): Promise<GenerationStatus | undefined> {
    const [, outcome] = await asReader(this.#pool, identity, REQUIRE_APPROVED, {
      name: 'generation_status',
      // Only an ended job has a script and a message, so skip the lookup for running ones.
      text: `select status, result, error, error_code as code, partial_text as partial, withheld,
        -- Not at once: most jobs are claimed within milliseconds.
        case when status = 'pending' and created_at < clock_timestamp() - interval '1 second'
          then private.place_in_queue(id) end as place,
        case when finished_at is not null then (
          select id from public.chat_messages where job_id = jobs.id and type = 'ai'
          order by created_at desc limit 1
        ) end as "messageId",
        finished_at is not null and exists (
          select from public.chat_messages where job_id = jobs.id and partly_applied
        ) as "partlyApplied",
        case when finished_at is not null then coalesce(
          (
            select public.version_text(answer_version) from public.answer_reviews
            where job_id = jobs.id order by created_at limit 1
          ),
          (
            select public.version_text(id) from public.script_versions where job_id = jobs.id
            order by number limit 1
          ),
          script
        ) end as script
        from public.generation_jobs as jobs where id = $1`,
      values: [jobId],
    })
    return outcome?.rows[0] as GenerationStatus | undefined
  }

  /** The job's state and its text after the first `characters`. */
  async textFrom(
    identity: Identity,
    jobId: string,
    characters: number,
  ): Promise<JobText | undefined> {
    const [, outcome] = await asReader(this.#pool, identity, REQUIRE_APPROVED, {
      name: 'generation_text',
      // A job has no message before it has ended, so skip the lookup.
      text: `select status, error, error_code as code, attempt, withheld,
        substr(partial_text, $2 + 1) as text,
        case when finished_at is not null then (
          select id from public.chat_messages where job_id = jobs.id and type = 'ai'
          order by created_at desc limit 1
        ) end as "messageId"
        from public.generation_jobs as jobs where id = $1`,
      values: [jobId, characters],
    })
    return outcome?.rows[0] as JobText | undefined
  }
}
