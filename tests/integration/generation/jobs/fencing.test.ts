import { beforeAll, expect, test } from 'vitest'
import { WorkerByHand } from './worker-by-hand.ts'
import { forFile } from '../../../support/for-file.ts'
import {
  answersIn,
  generate,
  jobRow,
  newConversation,
  startGenerationServer,
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
