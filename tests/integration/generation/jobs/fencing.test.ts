import { beforeAll, expect, test } from 'vitest'
import { WorkerByHand } from './worker-by-hand.ts'
import { forFile } from '../../../support/for-file.ts'
import {
  answersIn,
  generate,
  jobRow,
  newConversation,
  startGenerationServer,
  statusOf,
  usedBy,
} from '../generation-server.ts'

let worker: WorkerByHand

const fixture = forFile(() => startGenerationServer({ WORKER_CONCURRENCY: '0' }))

beforeAll(async () => {
  worker = new WorkerByHand(fixture.pool)
})

/** A job that another worker has taken over. */
async function takenOver() {
  const conversationId = await newConversation(fixture.pool, fixture.anna)
  const jobId = await generate(fixture.server, fixture.anna, { conversationId })
  const old = await worker.claim()
  if (old?.id !== jobId) throw new Error('another job was waiting')
  await worker.progress(old, 0, 'Old text')
  return { jobId, conversationId, old, current: await worker.takeOver(jobId) }
}

const status = (jobId: string) => statusOf(fixture.server, fixture.anna, jobId)

test('a new attempt restarts the text with the next attempt number', async () => {
  const { jobId, old, current } = await takenOver()
  expect([old.attempt, current.attempt]).toEqual([1, 2])
  expect(await status(jobId)).toMatchObject({ status: 'processing', partial: '' })
})

test('a worker that lost a job can neither store text, end it, nor release it', async () => {
  const { jobId, conversationId, old, current } = await takenOver()
  await worker.progress(current, 0, 'New text')
  const before = await jobRow(fixture.pool, jobId)
  const used = await usedBy(fixture.pool, fixture.anna)
  expect(await worker.progress(old, 8, ' goes on')).toBe(false)
  expect(await worker.complete(old, 'Old result')).toBe(false)
  expect(await worker.fail(old)).toBe(false)
  expect(await worker.release(old)).toBe(false)
  expect(await jobRow(fixture.pool, jobId)).toEqual(before)
  expect(await answersIn(fixture.pool, conversationId)).toEqual([])
  expect(await usedBy(fixture.pool, fixture.anna)).toBe(used)
  expect(await worker.complete(current, 'New text, whole')).toBe(true)
  expect(await answersIn(fixture.pool, conversationId)).toEqual(['New text, whole'])
})

test('a job ends once, however often and by whichever worker it is ended', async () => {
  const { jobId, conversationId, old, current } = await takenOver()
  const used = await usedBy(fixture.pool, fixture.anna)
  const ends = await Promise.all(
    [old, current, current, current].flatMap((held) => [
      worker.complete(held, `By attempt ${held.attempt}`),
      worker.complete(held, `By attempt ${held.attempt}`),
    ]),
  )
  expect(ends.filter(Boolean)).toHaveLength(1)
  expect(await worker.fail(current)).toBe(false)
  expect(await worker.progress(current, 0, 'Too late')).toBe(false)
  expect(await worker.release(current)).toBe(false)
  expect(await status(jobId)).toMatchObject({ status: 'completed', partial: 'By attempt 2' })
  expect(await answersIn(fixture.pool, conversationId)).toEqual(['By attempt 2'])
  expect(await usedBy(fixture.pool, fixture.anna)).toBe(used)
})

test('a failure refunds the quota, once', async () => {
  const { conversationId, current } = await takenOver()
  const used = await usedBy(fixture.pool, fixture.anna)
  const ends = await Promise.all([current, current, current].map((held) => worker.fail(held)))
  expect(ends.filter(Boolean)).toHaveLength(1)
  expect(await worker.complete(current, 'After all')).toBe(false)
  expect(await usedBy(fixture.pool, fixture.anna)).toBe(used - 1)
  expect(await answersIn(fixture.pool, conversationId)).toEqual([])
})

test('nobody else gets a leased job, and two concurrent claims get two jobs', async () => {
  const jobs = [
    await generate(fixture.server, fixture.anna),
    await generate(fixture.server, fixture.bert),
  ]
  const claims = await Promise.all(Array.from({ length: 6 }, () => worker.claim()))
  const held = claims.filter((claim) => claim !== undefined)
  expect(held.map(({ id }) => id).toSorted()).toEqual(jobs.toSorted())
  await Promise.all(held.map((one) => worker.complete(one, 'Done')))
})

test('a released job is pending again and does not count as an attempt', async () => {
  const { jobId, current } = await takenOver()
  expect(await worker.release(current)).toBe(true)
  expect(await jobRow(fixture.pool, jobId)).toMatchObject({
    status: 'processing',
    leased_until: null,
    tries: 1,
    attempt: 2,
  })
  const next = await worker.claim()
  expect(next).toMatchObject({ id: jobId, attempt: 3 })
  expect(await worker.complete(current, 'By whoever gave it away')).toBe(false)
  expect(next && (await worker.complete(next, 'By the next'))).toBe(true)
})

test('storing the same text twice has no further effect', async () => {
  const { jobId, current } = await takenOver()
  for (const piece of ['🌊 New ', '🌊 New ']) await worker.progress(current, 0, piece)
  for (const piece of ['text', 'text']) await worker.progress(current, 6, piece)
  expect(await status(jobId)).toMatchObject({ partial: '🌊 New text' })
  await worker.complete(current, '🌊 New text')
})
