import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { createAdmin, createPerson } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()

beforeAll(async () => {
  await createAdmin(pool)
})

const anna = forFile(() => createPerson(pool, 'anna'))
const bert = forFile(() => createPerson(pool, 'bert'))

beforeAll(async () => {
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
