import { beforeAll, expect, test } from 'vitest'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'

let pool: TestDatabase['pool']
let anna: Person
let bert: Person

beforeAll(async () => {
  pool = (await createTestDatabase()).pool
  await createAdmin(pool)
  anna = await createPerson(pool, 'anna')
  bert = await createPerson(pool, 'bert')
  await pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     values ($1, private.this_month(), 12), ($1, private.this_month() - interval '1 month', 99)`,
    [anna.id],
  )
})

test("counts the writer's own generations of this month only", async () => {
  expect(await rpc(pool, anna, 'generation_allowance', {})).toEqual([{ used: 12, most: 100 }])
  expect(await rpc(pool, bert, 'generation_allowance', {})).toEqual([{ used: 0, most: 100 }])
})

test('the limit is the configured one', async () => {
  await pool.query('select private.set_monthly_limit(7)')
  expect(await rpc(pool, bert, 'generation_allowance', {})).toEqual([{ used: 0, most: 7 }])
})

test('an unapproved user gets no row', async () => {
  const waiting = await createPerson(pool, 'waiting', { approved: false })
  expect(await rpc(pool, waiting, 'generation_allowance', {})).toEqual([])
})
