import { beforeAll, expect, test } from 'vitest'
import { asWriter, tableCalls } from '../../bench/policies.ts'
import { seed, type Sizes, vocabulary, writer } from '../../bench/support/seed.ts'
import { scenesOf } from '../../bench/support/varied-scenes.ts'
import { asCaller } from '../../server/database/request-transaction.ts'
import type { Statement } from '../../server/database/statement-batch.ts'
import { createTestDatabase, fileDatabase } from '../support/database/test-database.ts'

// Enough short scripts of enough users that a sequential scan for one user never pays.
const SMALL: Sizes = {
  users: 250,
  scripts: 2_500,
  conversations: 1_000,
  messages: 5_000,
  passages: 5,
  writer: { scripts: 50, conversations: 30, messages: 50 },
}

const database = fileDatabase()

beforeAll(async () => {
  await seed(database.pool, SMALL)
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Filter?: string
  Plans?: Plan[]
}

const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]

async function explain({ text, values }: Statement): Promise<Plan[]> {
  const [answer] = await asCaller(database.pool, asWriter, {
    text: `explain (format json) ${text}`,
    values: values ?? [],
  })
  const explained = answer?.rows[0]?.['QUERY PLAN'] as { Plan: Plan }[] | undefined
  return (explained ?? []).flatMap(({ Plan: whole }) => partsOf(whole))
}

const calls: Record<string, Statement> = {
  ...tableCalls,
  profile: { text: 'select * from public.profiles where id = $1', values: [writer] },
}

test.each([
  // The planner may read the nested scripts by id or by owner.
  { call: 'dashboard', indexes: ['saved_scripts_latest_first'] },
  { call: 'sidebar, scripts', indexes: ['scripts_latest_first'] },
  { call: 'sidebar, conversations', indexes: ['chat_conversations_latest_first'] },
  { call: 'messages', indexes: ['chat_messages_in_order'] },
  { call: 'profile', indexes: ['profiles_pkey'] },
])('with RLS the $call uses an index', async ({ call, indexes }) => {
  const plan = await explain(calls[call] as Statement)
  const wholeTables = plan.filter((part) => part['Node Type'].includes('Seq Scan'))
  expect(wholeTables.map((part) => part['Relation Name'])).toEqual([])
  const used = plan.flatMap((part) => part['Index Name'] ?? [])
  expect(used).toEqual(expect.arrayContaining(indexes))
  // Policy functions run once, not per row.
  const filters = plan.map((part) => part.Filter ?? '').join()
  expect(filters).not.toMatch(/private\.|auth\.|current_setting/)
})

/** Index scans and sequential scans so far. */
async function usage(): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ name: string; times: number }>(`
    select indexrelname as name, idx_scan::int as times from pg_stat_user_indexes
    union all
    select 'all of ' || relname, seq_scan::int from pg_stat_user_tables`)
  return new Map(rows.map(({ name, times }) => [name, times]))
}

/** Runs statements as the writer, then flushes the statistics. */
const counted = (...statements: Statement[]) =>
  asCaller(database.pool, asWriter, ...statements, { text: 'select pg_stat_force_next_flush()' })

const word = vocabulary[200] ?? ''
const search = (what: string): Statement => ({
  text: `select id from public.search_${what}($1, 200)`,
  values: [word],
})

const longSave: Statement = {
  text: 'select from public.save_script($1, to_jsonb($2::text))',
  values: ['Long', scenesOf(100_000).join('')],
}

test.each([
  { what: 'scripts', indexes: ['script_pieces_by_words', 'scripts_by_title'], saves: [] },
  {
    what: 'conversations',
    indexes: ['chat_messages_by_words', 'chat_conversations_by_words'],
    saves: [],
  },
  {
    what: 'scripts',
    indexes: ['script_pieces_by_words', 'scripts_by_title'],
    saves: Array.from({ length: 5 }, () => longSave),
  },
])(
  'a search of $what after $saves.length saves uses the full-text index without a sequential scan',
  async (given) => {
    await counted(...given.saves)
    const before = await usage()
    const risen = async () => {
      const now = await usage()
      return [...now.keys()].filter((name) => (now.get(name) ?? 0) > (before.get(name) ?? 0))
    }
    await counted(search(given.what))
    // Includes the policies' own lookup of the profile.
    const expected = [...given.indexes, 'profiles_pkey']
    await expect.poll(risen).toEqual(expect.arrayContaining(expected))
    expect((await risen()).filter((name) => name.startsWith('all of'))).toEqual([])
  },
)

const sleeping = "select tgname from pg_trigger where tgenabled <> 'O'"

test('in a seeded database every trigger is enabled again, including the announcements', async () => {
  const { rows } = await database.pool.query(sleeping)
  expect(rows).toEqual([])
})

test('a database with accounts is never seeded', async () => {
  await expect(seed(database.pool, SMALL)).rejects.toThrow('already has accounts')
})

test('a seed that fails half-way leaves no rows, and every trigger enabled', async () => {
  const { pool } = await createTestDatabase()
  const nobodyElse = { ...SMALL, users: 2, scripts: 100, conversations: 60, messages: 100 }
  await expect(seed(pool, nobodyElse)).rejects.toThrow('division by zero')
  expect((await pool.query('select from auth.users')).rowCount).toBe(0)
  expect((await pool.query(sleeping)).rows).toEqual([])
})
