import { beforeAll, describe, expect, test } from 'vitest'
import type { Identity } from '../../../server/database/request-transaction.ts'
import { effectAsOwner, attempt, type Attempt } from '../../support/attempt.ts'
import { anonymous, createAdmin, createPerson, withSecondFactor } from '../../support/people.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { anotherValue } from './column-values.ts'
import {
  expectations,
  type Fate,
  type Persona,
  personas,
  type TableExpectation,
} from './expectations.ts'
import { type Planted, type PlantedRows, plantRows } from './rows.ts'

type Actor = { id: string; identity: Identity; rows: PlantedRows }

let database: TestDatabase
const actors = new Map<string, Actor>()

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  const people = {
    admin: await createAdmin(pool),
    pending: await createPerson(pool, 'pending', { approved: false, learningLoop: true }),
    pendingAdmin: await createPerson(pool, 'pending-admin', { role: 'admin', approved: false }),
    writer: await createPerson(pool, 'writer'),
    learner: await createPerson(pool, 'learner', { learningLoop: true }),
    stranger: await createPerson(pool, 'stranger', { learningLoop: true }),
    weakLearner: await withSecondFactor(
      pool,
      await createPerson(pool, 'weak-learner', { learningLoop: true }),
      'aal1',
    ),
    weakAdmin: await withSecondFactor(
      pool,
      await createPerson(pool, 'weak-admin', { role: 'admin' }),
      'aal1',
    ),
    strongWriter: await withSecondFactor(pool, await createPerson(pool, 'strong-writer'), 'aal2'),
  }
  for (const [name, { id, identity }] of Object.entries(people)) {
    actors.set(name, { id, identity, rows: await plantRows(pool, id) })
  }
  // anon has no rows: the pending user's rows stand in.
  const standIn = actors.get('pending') as Actor
  actors.set('anon', { ...standIn, identity: anonymous })
})

const actor = (name: string) => actors.get(name) as Actor
const rowOf = (owner: string, table: string) => actor(owner).rows[table] as Planted
const outcome = ({ count, refusal }: Attempt) => (count > 0 ? 'done' : (refusal ?? 'nothing'))

const asks = (who: string, text: string, values: unknown[]) =>
  attempt(database.pool, actor(who).identity, text, values)

/** What happened to the value sent for a column; sent times are in the year 2000. */
function fateOf({ rows, count, refusal }: Attempt, column: string): Fate {
  if (refusal !== undefined || count === 0) return 'fixed'
  const isTime = column.endsWith('_at')
  const year = new Date(String(rows[0]?.[column])).getFullYear()
  return isTime && year !== 2000 ? 'kept' : 'free'
}

/** Refused by a grant or policy, or hidden by RLS. */
const DENIED = ['42501', 'nothing']

function insertion(table: string, values: Record<string, unknown>) {
  const columns = Object.keys(values)
  const places = columns.map((_, index) => `$${index + 1}`)
  return {
    text: `insert into public.${table} (${columns.map((column) => `"${column}"`).join()}) values (${places.join()}) returning *`,
    values: Object.values(values),
  }
}

async function insert(
  who: string,
  table: string,
  values: Record<string, unknown>,
): Promise<Attempt> {
  const statement = insertion(table, values)
  // Returning rows needs select rights; without them the plain insert is tried as well.
  const full = await asks(who, statement.text, statement.values)
  return full.refusal
    ? asks(who, statement.text.replace(' returning *', ''), statement.values)
    : full
}

const change = (
  who: string,
  table: string,
  { where, key }: Planted,
  column: string,
  value: unknown,
) =>
  asks(who, `update public.${table} set ${column} = $2 where ${where} returning *`, [...key, value])

test('every table and column of the exposed schema has an expectation', async () => {
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(`
    select relname as table, array_agg(attname::text order by attname) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and attnum > 0 and not attisdropped
    group by relname`)
  const found = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
  const expected = Object.entries(expectations).map(([table, { columns }]) => [
    table,
    Object.keys(columns).toSorted(),
  ])
  expect(found).toEqual(Object.fromEntries(expected))
})

describe.each(personas)('%s', (who: Persona) => {
  describe.each(Object.entries(expectations))('%s', (table: string, expected: TableExpectation) => {
    const may = (list: readonly Persona[]) => list.includes(who)
    const expectedFate = (fate: Fate | readonly Persona[]) =>
      typeof fate === 'string' ? fate : may(fate) ? 'free' : 'fixed'

    test.each([
      ['own', who],
      ['others', 'stranger'],
    ] as const)('select: %s row', async (whose, owner) => {
      const { where, key } = rowOf(owner, table)
      const seen = outcome(await asks(who, `select * from public.${table} where ${where}`, key))
      expect(seen).toBeOneOf(may(expected.select[whose]) ? ['done'] : DENIED)
    })

    test('insert: their own row', async () => {
      const done = outcome(await insert(who, table, rowOf(who, table).fresh))
      expect(done).toBeOneOf(may(expected.insert) ? ['done'] : DENIED)
    })

    test("insert: never a row for another user or below another user's row", async () => {
      const forStranger = await insert(who, table, rowOf('stranger', table).fresh)
      expect(outcome(forStranger)).toBeOneOf(['42501', '23503'])
      const { fresh } = rowOf(who, table)
      const foreign = rowOf('stranger', table).fresh
      for (const parent of ['script_id', 'conversation_id', 'message_id']) {
        if (!(parent in fresh)) continue
        const below = await insert(who, table, { ...fresh, [parent]: foreign[parent] })
        expect([parent, outcome(below)]).toBeOneOf([
          [parent, '42501'],
          [parent, '23503'],
        ])
      }
    })

    test('insert: each column is stored, refused or replaced as expected', async () => {
      const { fresh } = rowOf(who, table)
      for (const [column, [fate]] of Object.entries(expected.columns)) {
        const value = anotherValue(table, column, actor(who).rows, actor('stranger').id)
        const done = await insert(who, table, { ...fresh, [column]: value })
        expect([column, fateOf(done, column)]).toEqual([
          column,
          may(expected.insert) ? expectedFate(fate) : 'fixed',
        ])
      }
    })

    test.each([
      ['own', who],
      ['others', 'stranger'],
    ] as const)('update: each column of %s row', async (whose, owner) => {
      for (const [column, [, fate]] of Object.entries(expected.columns)) {
        const value = anotherValue(
          table,
          column,
          actor(owner).rows,
          actor(who === 'anon' ? 'writer' : who).id,
        )
        const other = whose === 'own' && column === 'user_id' ? actor('stranger').id : value
        const done = await change(who, table, rowOf(owner, table), column, other)
        expect([column, fateOf(done, column)]).toEqual([
          column,
          may(expected.update[whose]) ? expectedFate(fate) : 'fixed',
        ])
      }
    })

    test("update and delete without a filter leave other users' rows unchanged", async () => {
      const { where, key } = rowOf('stranger', table)
      const look = {
        text: `select to_jsonb(t) as row from public.${table} as t where ${where}`,
        values: key,
      }
      const before = (await database.pool.query(look.text, look.values)).rows
      const untouched = [`delete from public.${table}`]
      if (!may(expected.update.others)) {
        const columns = Object.keys(expected.columns).filter((column) => !/id$|month/.test(column))
        untouched.push(...columns.map((column) => `update public.${table} set ${column} = default`))
      }
      for (const text of untouched) {
        const after = await effectAsOwner(database.pool, actor(who).identity, { text }, look)
        expect([text, after]).toEqual([text, before])
      }
    })

    test.each([
      ['own', who],
      ['others', 'stranger'],
    ] as const)('delete: %s row', async (whose, owner) => {
      const { where, key } = rowOf(owner, table)
      const done = outcome(await asks(who, `delete from public.${table} where ${where}`, key))
      expect(done).toBeOneOf(whose === 'own' && may(expected.delete) ? ['done'] : DENIED)
    })
  })
})

test('a restricted user immediately loses everything but their own profile', async () => {
  const { pool } = database
  const person = await createPerson(pool, 'soon-restricted')
  const rows = await plantRows(pool, person.id)
  const visible = async () => {
    const seen = []
    for (const [table, { where, key }] of Object.entries(rows)) {
      const { count } = await attempt(
        pool,
        person.identity,
        `select from public.${table} where ${where}`,
        key,
      )
      if (count > 0) seen.push(table)
    }
    return seen.toSorted()
  }
  expect(await visible()).toEqual([
    'answer_reviews',
    'api_usage',
    'attachments',
    'chat_conversations',
    'chat_messages',
    'generation_jobs',
    'golden_examples',
    'notices',
    'profiles',
    'prompts',
    'readings',
    'saved_scripts',
    'script_drafts',
    'script_notes',
    'script_tags',
    'script_versions',
    'scripts',
    'story_entries',
    'story_proposals',
    'tags',
    'writing_goals',
  ])
  await pool.query('update public.profiles set approved = false where id = $1', [person.id])
  expect(await visible()).toEqual(['profiles'])
})

test("an admin cannot see or restrict other admins' profiles", async () => {
  const { pool } = database
  const other = await createPerson(pool, 'second-admin', { role: 'admin' })
  const read = await asks('admin', 'select from public.profiles where id = $1', [other.id])
  expect(read.count).toBe(0)
  const restrict = await asks(
    'admin',
    'update public.profiles set approved = false where id = $1',
    [other.id],
  )
  expect(restrict.count).toBe(0)
})
