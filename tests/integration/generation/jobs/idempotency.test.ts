import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import {
  accepted,
  ask,
  begin,
  cancel,
  countsOf,
  generationFixture,
  NO_WORKER,
  setUsed,
} from '../generation-fixture.ts'
import { holdRow } from '../../../support/database/held-lock.ts'

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

test('the same key twice is one job and counts once, whatever else the second request says', async () => {
  const asker = await fixture.person('asker')
  const idempotencyKey = randomUUID()
  const { id } = await begin(asker)
  const first = await accepted(asker, { idempotencyKey, conversationId: id })
  expect(await accepted(asker, { idempotencyKey, conversationId: id })).toBe(first)
  expect(await accepted(asker, { idempotencyKey, prompt: 'Something else' })).toBe(first)
  expect(await countsOf(fixture, asker)).toEqual({ used: 1, jobs: 1 })
})

test('at the very same moment it is one job, in a conversation too', async () => {
  const asker = await fixture.person('asker')
  await setUsed(fixture, asker, 5)
  const conversationId = (await begin(asker)).id
  const { awaitedBy, release } = await holdRow(fixture.database.pool, 'api_usage', asker.id)
  const asked = Array.from({ length: 3 }, () =>
    accepted(asker, { idempotencyKey: 'once', conversationId }),
  )
  await awaitedBy(3)
  await release()
  expect(new Set(await Promise.all(asked)).size).toBe(1)
  expect(await countsOf(fixture, asker)).toEqual({ used: 6, jobs: 1 })
})

test("another user's identical key is another job", async () => {
  const more = { idempotencyKey: 'the same' }
  const [hers, his] = await Promise.all([accepted(anna, more), accepted(bert, more)])
  expect(hers).not.toBe(his)
  expect(await accepted(anna, more)).toBe(hers)
  expect(await accepted(bert, more)).toBe(his)
})

test('without a key, or with another, it is another job', async () => {
  const asker = await fixture.person('asker')
  const jobs = [
    await accepted(asker),
    await accepted(asker),
    await accepted(asker, { idempotencyKey: 'k' }),
    await accepted(asker, { idempotencyKey: 'K' }),
  ]
  expect(new Set(jobs).size).toBe(4)
})

test('a known key finds its job after the quota is used up and after the job has ended', async () => {
  const asker = await fixture.person('asker')
  const jobId = await accepted(asker, { idempotencyKey: 'k' })
  await setUsed(fixture, asker, 100)
  expect(await ask(asker)).toMatchObject({ status: 429 })
  expect(await accepted(asker, { idempotencyKey: 'k' })).toBe(jobId)
  await cancel(asker, jobId)
  expect(await accepted(asker, { idempotencyKey: 'k' })).toBe(jobId)
})

test('the key of a refused request can be used again', async () => {
  const asker = await fixture.person('asker')
  const refusal = await ask(asker, { idempotencyKey: 'k', conversationId: randomUUID() })
  expect(refusal).toMatchObject({ status: 404 })
  await accepted(asker, { idempotencyKey: 'k' })
  expect(await countsOf(fixture, asker)).toEqual({ used: 1, jobs: 1 })
})

test('a key finds its job if the month changed between the two requests', async () => {
  const asker = await fixture.person('asker')
  const jobId = await accepted(asker, { idempotencyKey: 'k' })
  await fixture.database.pool.query(
    "update public.api_usage set month = month - interval '1 month' where user_id = $1",
    [asker.id],
  )
  expect(await accepted(asker, { idempotencyKey: 'k' })).toBe(jobId)
  expect(await countsOf(fixture, asker)).toEqual({ used: 0, jobs: 1 })
})
