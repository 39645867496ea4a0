import type { ClientBase } from 'pg'

export type SampleJob = {
  prompt: string
  result: string
  at: Date
  mode?: 'ask' | 'change'
  conversation?: string
  /** The prompt that it answers. */
  parent?: string
  /** It is another answer to that prompt. */
  branches?: boolean
  version?: string
  answerAs?: string | undefined
}

const SECONDS = 1000
/** How long a model takes to answer. */
const TAKES = 24 * SECONDS
/** Characters of a token, on average. */
const TOKEN = 4
/** What a request sends of a script besides the prompt. */
const CONTEXT_TOKENS = 6_200

export const answeredAt = (at: Date): Date => new Date(at.getTime() + TAKES)

/** A generation that was completed at some time, with its part in the sums. Returns its id. */
export async function addJob(client: ClientBase, writer: string, job: SampleJob): Promise<string> {
  const { prompt, result, at, mode = 'ask' } = job
  const tokensIn = CONTEXT_TOKENS + Math.ceil(prompt.length / TOKEN)
  const tokensOut = Math.ceil(result.length / TOKEN)
  const { rows } = await client.query<{ id: string }>(
    `with added as (
       insert into public.generation_jobs (
         user_id, conversation_id, prompt, status, result, partial_text, created_at, updated_at,
         started_at, finished_at, month, attempt, tries, model, model_label, mode, parent_id, branches,
         version_id, answer_as, input_tokens, output_tokens, withheld
       ) values (
         $1, $2, $3, 'completed', $4, $4, $5, $6, $5, $6,
         date_trunc('month', $5::timestamptz at time zone 'utc'), 1, 1, 'demo', 'Demo', $7, $8, $9,
         $10, $11, $12, $13, case when $7 = 'ask' then 'question' end
       ) returning id, created_at, month
     ), counted as (
       insert into public.api_usage as usage (user_id, month, monthly_generations)
         select $1, month, 1 from added
         on conflict (user_id, month)
           do update set monthly_generations = usage.monthly_generations + 1
     )
     select id, private.add_usage(row(
       (created_at at time zone 'utc')::date, $1::uuid, 'demo', 1, 0, $12::integer, $13::integer, 0
     )) from added`,
    [
      writer,
      job.conversation,
      prompt,
      result,
      at,
      answeredAt(at),
      mode,
      job.parent,
      job.branches ?? false,
      job.version,
      job.answerAs,
      tokensIn,
      tokensOut,
    ],
  )
  const [added] = rows
  if (!added) throw new Error('The job was not added.')
  return added.id
}
