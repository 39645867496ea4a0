import { beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS_AT_ONCE } from '../../../../contract/limits.ts'
import { WorkQueue } from '../../../../server/generation/work/work-queue.ts'
import { generate, jobRow, startGenerationServer, statusOf } from '../generation-server.ts'
import { holdLock } from '../../../support/database/held-lock.ts'
import { forFile } from '../../../support/for-file.ts'
import { WorkerByHand } from './worker-by-hand.ts'

let worker: WorkerByHand

const fixture = forFile(() => startGenerationServer({ WORKER_CONCURRENCY: '0' }))

beforeAll(async () => {
  worker = new WorkerByHand(fixture.pool)
})

beforeEach(() => fixture.pool.query('delete from public.generation_jobs'))

/** Three jobs of one writer, then one of another. */
async function rush(): Promise<Record<'first' | 'second' | 'third' | 'other', string>> {
  const { server, anna, bert } = fixture
  return {
    first: await generate(server, anna),
    second: await generate(server, anna),
    third: await generate(server, anna),
    other: await generate(server, bert),
  }
}

const change = (jobId: string, values: string) =>
  fixture.pool.query(`update public.generation_jobs set ${values} where id = $1`, [jobId])

test('the writer with the fewest running jobs is next', async () => {
  const { first, second, third, other } = await rush()
  const taken: (string | undefined)[] = []
  for (let claims = 0; claims < 4; claims += 1) taken.push((await worker.claim())?.id)
  expect(taken).toEqual([first, other, second, third])
})

test('of one writer three jobs run and the rest wait, also when many workers claim at once', async () => {
  const { first, second, third, other } = await rush()
  const fourth = await generate(fixture.server, fixture.anna)
  const claims = await Promise.all(
    Array.from({ length: 8 }, async () => (await worker.claim())?.id ?? 'none'),
  )
  expect(claims.filter((id) => id !== 'none').toSorted()).toEqual(
    [first, second, third, other].toSorted(),
  )
  expect([first, second, third]).toHaveLength(JOBS_AT_ONCE)
  await change(second, "status = 'failed', error = '', error_code = '', finished_at = now()")
  expect((await worker.claim())?.id).toBe(fourth)
})

test('however many jobs wait, the next one is found in the time that a statement has', async () => {
  const { pool, anna, bert, server } = fixture
  const { rows } = await pool.query<{ id: string }>(
    `with waiting as (
       insert into public.generation_jobs (user_id, prompt) select $1, 'Go on' from generate_series(1, 5000) returning id
     )
     insert into private.generation_inputs (job_id, current_script) select id, '' from waiting returning job_id as id`,
    [anna.id],
  )
  const other = await generate(server, bert)
  const taken: (string | undefined)[] = []
  const client = await pool.connect()
  for (let claims = 0; claims < 3; claims += 1) {
    await client.query("begin; set local statement_timeout = '8s'")
    const claimed = await client.query<{ id: string }>("select * from private.claim_work('15 s')")
    await client.query('commit')
    taken.push(claimed.rows[0]?.id)
  }
  client.release()
  expect(taken).toEqual([rows[0]?.id, other, rows[1]?.id])
})

test('an overdue job that somebody else is about to end keeps no other from ending', async () => {
  const { pool, anna, bert, server } = fixture
  const [hers, his] = [await generate(server, anna), await generate(server, bert)]
  for (const id of [hers, his]) await change(id, "deadline_at = clock_timestamp() - interval '1 h'")
  await holdLock(pool, 'select from public.api_usage where user_id = $1 for update', [anna.id])
  expect(await new WorkQueue(pool).endOverdue()).toBe(1)
  expect(await jobRow(pool, his)).toMatchObject({ status: 'failed' })
  expect(await jobRow(pool, hers)).toMatchObject({ status: 'pending' })
})

test('a writer sees the place of a waiting job, in the order in which they are taken', async () => {
  const { server, anna, bert } = fixture
  const { first, second, third, other } = await rush()
  const places = async () => [
    (await statusOf(server, anna, first)).place,
    (await statusOf(server, bert, other)).place,
    (await statusOf(server, anna, second)).place,
    (await statusOf(server, anna, third)).place,
  ]
  // Polls, because a job that a worker could take at once has no place yet.
  await expect.poll(places).toEqual([1, 2, 3, 4])
  await worker.claim()
  expect(await places()).toEqual([null, 1, 2, 3])
})

test('a job has 7 minutes from when a worker takes it, however long it waited', async () => {
  const jobId = await generate(fixture.server, fixture.anna)
  await change(jobId, "deadline_at = clock_timestamp() + interval '10 minutes'")
  await worker.claim()
  const { started_at, deadline_at } = await jobRow(fixture.pool, jobId)
  const end = (deadline_at as Date).getTime()
  expect((end - (started_at as Date).getTime()) / 60_000).toBeCloseTo(7, 2)
  await worker.takeOver(jobId)
  expect(((await jobRow(fixture.pool, jobId))['deadline_at'] as Date).getTime()).toBe(end)
})

test('a lease from before the clock was set back does not keep a job from others', async () => {
  const jobId = await generate(fixture.server, fixture.anna)
  await worker.claim()
  expect(await worker.claim()).toBeUndefined()
  await change(jobId, "leased_until = clock_timestamp() + interval '1 hour'")
  expect(await worker.claim()).toMatchObject({ id: jobId, attempt: 2 })
})
