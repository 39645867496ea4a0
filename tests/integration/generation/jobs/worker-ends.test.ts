import { expect, test } from 'vitest'
import { holdTimers } from '../../../support/hold-timers.ts'
import { startLiveServer } from '../../../support/signed-in.ts'
import { WorkerByHand } from './worker-by-hand.ts'
import { startJob, finishJob } from './held-job.ts'
import {
  generate,
  jobRow,
  newConversation,
  startGenerationServer,
  type GenerationServer,
  statusOf,
  untilEnded,
  usedBy,
} from '../generation-server.ts'
import { unapplied } from '../generation-fixture.ts'

const TOO_LATE = 'The answer took longer than 7 minutes. Please try again.'

const deadline = (fixture: GenerationServer, interval: string) =>
  fixture.pool.query(
    `alter table public.generation_jobs
     alter column deadline_at set default clock_timestamp() + interval '${interval}'`,
  )

test('a job may wait for an hour', async () => {
  const fixture = await startGenerationServer({ WORKER_CONCURRENCY: '0' })
  const jobId = await generate(fixture.server, fixture.anna)
  const { created_at, deadline_at } = await jobRow(fixture.pool, jobId)
  const minutes = ((deadline_at as Date).getTime() - (created_at as Date).getTime()) / 60_000
  expect(minutes).toBeCloseTo(60, 2)
})

test('at the deadline the worker closes the request and fails the job, with the text so far', async () => {
  // Holds the sweep, so that only the worker itself can end the job.
  holdTimers(4_000)
  const fixture = await startGenerationServer()
  // Loads the provider's SDK, which on a busy machine could take longer than the deadline.
  await finishJob(fixture, 'FADE IN:')
  const used = await usedBy(fixture.pool, fixture.anna)
  await deadline(fixture, '2500 milliseconds')
  const { jobId, answer, reader, request } = await startJob(fixture, 'FADE ')
  answer.say('IN')
  await request.closed
  await reader.ended
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { code: 'timeout' } })
  expect(await statusOf(fixture.server, fixture.anna, jobId)).toEqual({
    status: 'failed',
    result: null,
    error: TOO_LATE,
    code: 'timeout',
    partial: 'FADE IN',
    messageId: null,
    ...unapplied,
  })
  expect(await usedBy(fixture.pool, fixture.anna)).toBe(used)
})

test('jobs whose worker is gone are ended by any other worker', async () => {
  const fixture = await startGenerationServer({ WORKER_CONCURRENCY: '0' })
  const { server, anna, bert, pool } = fixture
  const worker = new WorkerByHand(pool)
  // Its worker disappears three times; the last partial text is kept.
  const unlucky = await generate(server, anna)
  for (const attempt of [1, 2, 3]) {
    const held = attempt === 1 ? await worker.claim() : await worker.takeOver(unlucky)
    expect(held).toMatchObject({ id: unlucky, attempt })
    await worker.progress({ id: unlucky, attempt }, 0, `Try ${attempt}`)
  }
  await pool.query("update public.generation_jobs set leased_until = now() - interval '1 s'")
  expect(await worker.claim()).toBeUndefined()
  // Two more are overdue: one never claimed, and one whose worker disappeared.
  const waiting = await generate(server, bert)
  const late = await generate(server, bert, {
    conversationId: await newConversation(pool, bert),
  })
  await pool.query(
    `update public.generation_jobs set deadline_at = now() - interval '6 s',
       status = case when id = $2 then 'processing' else status end,
       started_at = case when id = $2 then now() - interval '8 minutes' end
     where id in ($1, $2)`,
    [waiting, late],
  )
  expect(await worker.claim()).toBeUndefined()
  expect(await usedBy(pool, bert)).toBe(2)
  await startLiveServer(fixture.database.url, {}, fixture.provider.env)
  expect(await untilEnded(server, anna, unlucky)).toMatchObject({
    status: 'failed',
    code: 'interrupted',
    error: 'The generation was interrupted too often. Please try again.',
    partial: 'Try 3',
  })
  expect(await untilEnded(server, bert, late)).toMatchObject({ code: 'timeout', error: TOO_LATE })
  expect(await untilEnded(server, bert, waiting)).toMatchObject({
    code: 'provider_busy',
    error: 'The AI is overloaded right now. Please try again in a minute.',
  })
  expect(await usedBy(pool, anna)).toBe(0)
  expect(await usedBy(pool, bert)).toBe(0)
  expect(fixture.provider.asked).toEqual([])
})
