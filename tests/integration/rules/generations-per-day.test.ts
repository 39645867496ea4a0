import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { rolledBack } from '../../support/attempt.ts'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { as, rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

/** A trigger sets the times; only the owner, with the trigger disabled, can backdate rows. */
async function jobAt(person: Person, time: string): Promise<void> {
  await pool.query(
    `insert into public.generation_jobs (user_id, prompt, created_at) values ($1, 'A train.', ${time})`,
    [person.id],
  )
}

const midnight = (daysAgo: number) =>
  `(date_trunc('day', now() at time zone 'utc') - interval '${daysAgo} days') at time zone 'utc'`

const { pool } = fileDatabase()
const admin = forFile(() => createAdmin(pool))
const writer = forFile(() => createPerson(pool, 'writer'))
const other = forFile(() => createPerson(pool, 'other', { approved: false }))

beforeAll(async () => {
  await pool.query('alter table public.generation_jobs disable trigger keep_times')
  await jobAt(writer, 'now()')
  await jobAt(other, midnight(0))
  await jobAt(writer, `${midnight(0)} - interval '1 microsecond'`)
  await jobAt(writer, midnight(29))
  await jobAt(writer, `${midnight(29)} - interval '1 microsecond'`)
  await jobAt(writer, midnight(365))
  await jobAt(writer, midnight(366))
  await jobAt(writer, midnight(-1))
  // a clock that was wrong: not today, not any day
  await jobAt(admin, 'now()')
  await pool.query('alter table public.generation_jobs enable trigger keep_times')
})

async function perDay(args: Parameters<typeof rpc>[3] = {}): Promise<number[]> {
  const rows = await rpc(pool, admin, 'generations_per_day', args)
  return rows.map((row) => Number(row['generations']))
}

const spread = (length: number, counts: Record<number, number>) =>
  Array.from({ length }, (_, index) => counts[index] ?? 0)

describe('generations_per_day', () => {
  test('returns each of the last 30 days once, in order, today last', async () => {
    const rows = await as(
      pool,
      admin,
      `select day::text, (now() at time zone 'utc')::date - day as ago
       from public.generations_per_day()`,
    )
    expect(rows.map((row) => row['ago'])).toEqual(Array.from({ length: 30 }, (_, n) => 29 - n))
    expect(rows.at(-1)?.['day']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  test("counts scriptwriters' jobs from midnight to midnight in UTC, approved or not", async () => {
    expect(await perDay()).toEqual(spread(30, { 0: 1, 28: 1, 29: 2 }))
  })

  test('does not depend on the time zone of the session', async () => {
    const found = await rolledBack(pool, admin.identity, async (client) => {
      await client.query("set local timezone to 'Pacific/Auckland'")
      return client.query<{ generations: string }>(
        'select generations from public.generations_per_day()',
      )
    })
    expect(found.rows.map((row) => Number(row.generations))).toEqual(
      spread(30, { 0: 1, 28: 1, 29: 2 }),
    )
  })

  test.each([
    [1, 1],
    [0, 1],
    [-5, 1],
    [31, 31],
    [366, 366],
    [100_000, 366],
    [null, 30],
  ])('with days = %s returns %s', async (days, given) => {
    expect(await perDay({ days })).toHaveLength(given)
  })

  test('one more day includes the generations of that day', async () => {
    expect(await perDay({ days: 31 })).toEqual(spread(31, { 0: 1, 1: 1, 29: 1, 30: 2 }))
    expect((await perDay({ days: 366 }))[0]).toBe(1)
  })
})
