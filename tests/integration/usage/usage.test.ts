import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { ROUNDS_TIMEOUT, runs } from '../../support/rounds.ts'
import { insertJob, type PlannedJob, runJob } from './month-of-jobs.ts'

const { pool } = fileDatabase()
const admin = forFile(() => createAdmin(pool))

let months = 0
/** A month of its own for each test: YYYY-MM. */
const freshMonth = () =>
  `20${String(10 + Math.floor(months / 12))}-${String((months++ % 12) + 1).padStart(2, '0')}`

let people = 0
const person = () => createPerson(pool, `writer-${people++}`)

const usageOf = async (month: string, names = ['email', 'model', 'generations', 'failures']) =>
  (await rpc(pool, admin, 'admin_usage', { month: `${month}-01` })).map((row) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        Number.isNaN(Number(row[name])) || row[name] === null ? row[name] : Number(row[name]),
      ]),
    ),
  )

const NUMBERS = ['generations', 'failures', 'tokens_in', 'tokens_out', 'tokens_cached']

const job = (who: Person, more: Partial<PlannedJob> = {}): PlannedJob => ({
  person: who,
  model: 'openai small',
  day: '2001-01-15',
  end: 'completed',
  tokens: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 7 },
  ...more,
})

describe('usage', () => {
  test(
    'is the sum of the jobs of a generated month, however they ended',
    async () => {
      const tokens = fc.option(fc.nat({ max: 2 ** 31 - 1 }), { nil: null })
      const planned = fc.record({
        who: fc.nat({ max: 1 }),
        model: fc.constantFrom('openai small', 'google große "M"', 'demo'),
        day: fc.integer({ min: 1, max: 28 }),
        end: fc.constantFrom(
          ...([
            'completed',
            'failed',
            'stopped',
            'overdue',
            'retried',
            'stopped_unclaimed',
          ] as const),
        ),
        tokens: fc.record({ inputTokens: tokens, cachedInputTokens: tokens, outputTokens: tokens }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(planned, { minLength: 1, maxLength: 12 }), async (plan) => {
          const month = freshMonth()
          const writers = [await person(), await person()] as const
          const jobs: PlannedJob[] = plan.map(({ who, day, ...rest }) => ({
            ...rest,
            person: writers[who === 0 ? 0 : 1],
            day: `${month}-${String(day).padStart(2, '0')}`,
          }))
          for (const each of jobs) await runJob(pool, each)
          // Neither the pending job nor its deletion counts for the month.
          await insertJob(pool, job(writers[0], { day: `${month}-03` }))
          await pool.query("delete from public.generation_jobs where status = 'pending'")

          const expected = new Map<string, Record<string, number | string>>()
          for (const { person: who, model, end, tokens: used } of jobs) {
            const key = `${who.email} ${model}`
            const row = expected.get(key) ?? { email: who.email, model }
            const counts = end === 'completed' || end === 'retried' ? used : undefined
            const added = [
              1,
              end === 'failed' || end === 'overdue' ? 1 : 0,
              counts?.inputTokens ?? 0,
              counts?.outputTokens ?? 0,
              counts?.cachedInputTokens ?? 0,
            ]
            for (const [at, name] of NUMBERS.entries()) {
              row[name] = Number(row[name] ?? 0) + (added[at] ?? 0)
            }
            expected.set(key, row)
          }
          const rows = await usageOf(month, ['email', 'model', ...NUMBERS])
          expect(rows).toHaveLength(expected.size)
          expect(rows).toEqual(expect.arrayContaining([...expected.values()]))

          const { rows: sums } = await pool.query<Record<string, string>>(
            `select count(*) as generations, coalesce(sum(input_tokens), 0) as tokens_in,
             coalesce(sum(output_tokens), 0) as tokens_out
           from public.generation_jobs where to_char(created_at at time zone 'utc', 'YYYY-MM') = $1`,
            [month],
          )
          const days = await rpc(pool, admin, 'admin_usage_per_day', { month: `${month}-01` })
          for (const name of ['generations', 'tokens_in', 'tokens_out']) {
            const total = days.reduce((sum, day) => sum + Number(day[name]), 0)
            expect(total).toBe(Number(sums[0]?.[name]))
          }
        }),
        runs('usage-of-a-month'),
      )
    },
    ROUNDS_TIMEOUT,
  )

  test('begins and ends with the month in UTC, and counts no job that still runs', async () => {
    const writer = await person()
    for (const day of ['2002-01-31', '2002-02-01', '2002-02-28', '2002-03-01']) {
      await runJob(pool, job(writer, { day }))
    }
    await insertJob(pool, job(writer, { day: '2002-02-02' }))
    expect(await usageOf('2002-02', ['generations'])).toEqual([{ generations: 2 }])
    const days = await rpc(pool, admin, 'admin_usage_per_day', { month: '2002-02-17' })
    expect(days).toHaveLength(28)
    expect(days.map((day) => Number(day['generations'])).filter((count) => count > 0)).toEqual([
      1, 1,
    ])
    await pool.query("delete from public.generation_jobs where status = 'pending'")
  })

  test('stays when accounts are deleted, without their names', async () => {
    const [anna, bert, carl] = [await person(), await person(), await person()]
    const month = freshMonth()
    const day = `${month}-05`
    for (const writer of [anna, bert, carl]) await runJob(pool, job(writer, { day }))
    await runJob(pool, job(bert, { day: `${month}-06`, model: 'other', end: 'failed' }))
    // Concurrently, since both deletions add to the same sums.
    await Promise.all(
      [anna, bert].map(({ id }) => pool.query('delete from auth.users where id = $1', [id])),
    )
    expect(
      await usageOf(month, ['user_id', 'email', 'model', 'generations', 'failures', 'tokens_in']),
    ).toEqual([
      {
        user_id: null,
        email: null,
        model: 'openai small',
        generations: 2,
        failures: 0,
        tokens_in: 200,
      },
      {
        user_id: carl.id,
        email: carl.email,
        model: 'openai small',
        generations: 1,
        failures: 0,
        tokens_in: 100,
      },
      { user_id: null, email: null, model: 'other', generations: 1, failures: 1, tokens_in: 0 },
    ])
    const { rows } = await pool.query('select from private.usage_by_day where user_id = any ($1)', [
      [anna.id, bert.id],
    ])
    expect(rows).toEqual([])
  })

  test('refuses what is no month', async () => {
    for (const month of [null, '0001-01-01', 'infinity']) {
      await expect(rpc(pool, admin, 'admin_usage', { month })).rejects.toThrow('unknown_month')
      await expect(rpc(pool, admin, 'admin_usage_per_day', { month })).rejects.toThrow(
        'unknown_month',
      )
      await expect(rpc(pool, admin, 'admin_model_prices', { month })).rejects.toThrow(
        'unknown_month',
      )
    }
  })
})
