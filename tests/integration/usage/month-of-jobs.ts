import type { Pool } from 'pg'
import { withhold } from '../../../server/generation/applying/application.ts'
import { type Work, WorkQueue } from '../../../server/generation/work/work-queue.ts'
import { as } from '../../support/rpc.ts'
import type { Person } from '../../support/people.ts'

type Tokens = {
  inputTokens: number | null
  cachedInputTokens: number | null
  outputTokens: number | null
}

/** A job and how it ends. */
export type PlannedJob = {
  person: Person
  model: string
  /** YYYY-MM-DD. */
  day: string
  end: 'completed' | 'failed' | 'stopped' | 'overdue' | 'retried' | 'stopped_unclaimed'
  tokens: Tokens
}

/** Inserts a job that was requested on this day; the owner, with the trigger disabled, can backdate it. */
export async function insertJob(
  pool: Pool,
  { person, model, day }: Pick<PlannedJob, 'person' | 'model' | 'day'>,
): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table public.generation_jobs disable trigger keep_times')
    const { rows } = await client.query<{ id: string }>(
      `insert into public.generation_jobs (user_id, prompt, model, month, created_at)
       values ($1, 'A train.', $2, date_trunc('month', $3::date), ($3 || ' 23:59:59.9Z')::timestamptz)
       returning id`,
      [person.id, model, day],
    )
    await client.query('alter table public.generation_jobs enable trigger keep_times')
    await client.query(
      "insert into private.generation_inputs (job_id, current_script) values ($1, '')",
      [rows[0]?.id],
    )
    await client.query('commit')
    return rows[0]?.id ?? ''
  } finally {
    client.release()
  }
}

/** Runs a job with the queries of a real worker; each end is tried twice, as after a lost response. */
export async function runJob(pool: Pool, job: PlannedJob): Promise<void> {
  const queue = new WorkQueue(pool)
  const id = await insertJob(pool, job)
  const stop = () =>
    as(pool, job.person, 'select private.cancel_generation($1, $2)', [id, 'Stopped.'])
  if (job.end === 'stopped_unclaimed') return twice(stop)
  let work = await claimed(queue, id)
  if (job.end === 'retried') {
    await queue.release(work)
    work = await claimed(queue, id)
  }
  if (job.end === 'stopped') return twice(stop)
  if (job.end === 'failed') {
    return twice(() => queue.fail(work, 'provider_error', { offset: 0, text: '' }, job.model))
  }
  if (job.end === 'overdue') {
    await pool.query(
      "update public.generation_jobs set deadline_at = now() - interval '1 hour' where id = $1",
      [id],
    )
    return twice(() => queue.endOverdue())
  }
  const answer = { written: 'FADE IN:', result: 'FADE IN:', changes: null }
  const end = { ...answer, model: job.model, usage: job.tokens }
  await twice(() => queue.complete(work, end, withhold(null), null))
}

async function claimed(queue: WorkQueue, id: string): Promise<Work> {
  const work = await queue.claim()
  if (work?.id !== id) throw new Error('another job was waiting')
  return work
}

async function twice(end: () => Promise<unknown>): Promise<void> {
  await end()
  await end()
}
