import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { clientOf } from '../../../support/signed-in.ts'
import { createTestDatabase } from '../../../support/database/test-database.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { accepted, ask, countsOf, generationFixture, NO_WORKER } from '../generation-fixture.ts'

const fixture = forFile(() => generationFixture(NO_WORKER))
const statuses = async (requests: Promise<{ status: number }>[]) =>
  (await Promise.all(requests)).map(({ status }) => status).toSorted((a, b) => a - b)

test('the first 30 concurrent requests of a month count as 30', async () => {
  const asker = await fixture.person('asker')
  const answers = await statuses(Array.from({ length: 30 }, () => ask(asker)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await countsOf(fixture, asker)).toEqual({ used: 30, jobs: 30 })
})

test("months are counted separately, in UTC, by the database's clock", async () => {
  const asker = await fixture.person('asker')
  await fixture.database.pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     select $1, private.this_month() + make_interval(months => months), 100
     from unnest(array[-12, -1, 1]) as months`,
    [asker.id],
  )
  const jobId = await accepted(asker)
  expect(await countsOf(fixture, asker)).toEqual({ used: 1, jobs: 1 })
  const { rows } = await fixture.database.pool.query(
    `select month = date_trunc('month', created_at at time zone 'UTC')::date as fits
     from public.generation_jobs where id = $1`,
    [jobId],
  )
  expect(rows).toEqual([{ fits: true }])
})

test('MONTHLY_GENERATION_LIMIT of the last server to start is the limit', async () => {
  const database = await createTestDatabase()
  const strict = await generationFixture({ ...NO_WORKER, MONTHLY_GENERATION_LIMIT: '0' }, database)
  const asker = await strict.person('asker')
  expect(await ask(asker)).toMatchObject({ status: 429, body: { code: 'monthly_limit' } })
  expect(await countsOf(strict, asker)).toEqual({ used: 0, jobs: 0 })

  const mild = await generationFixture({ ...NO_WORKER, MONTHLY_GENERATION_LIMIT: '2' }, database)
  const again = { ...asker, client: clientOf(mild.server, asker) }
  expect(await statuses([ask(again), ask(again), ask(again)])).toEqual([200, 200, 429])
  expect(await countsOf(mild, asker)).toEqual({ used: 2, jobs: 2 })
})

test('count, job and script are stored in one transaction', async () => {
  const asker = await fixture.person('asker')
  const { pool } = fixture.database
  await pool.query(
    "alter table private.generation_inputs add constraint broken check (current_script <> 'break')",
  )
  cleanUp(() => pool.query('alter table private.generation_inputs drop constraint broken'))
  const idempotencyKey = randomUUID()
  const broken = await ask(asker, { currentScript: 'break', idempotencyKey })
  expect(broken).toMatchObject({ status: 400 })
  expect(await countsOf(fixture, asker)).toEqual({ used: 0, jobs: 0 })
  await accepted(asker, { idempotencyKey })
  expect(await countsOf(fixture, asker)).toEqual({ used: 1, jobs: 1 })
})
