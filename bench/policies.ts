// Cost of row level security for a large account: npm run bench:policies
import type { Pool } from 'pg'
import { asCaller, type Identity } from '../server/database/request-transaction.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { median } from './support/median.ts'
import { print } from './support/report.ts'
import { conversation, FULL, seed, vocabulary, writer } from './support/seed.ts'

const ROUNDS = 5
const CALLS = 40
const LIMIT = 3

export const asWriter: Identity = { role: 'authenticated', claims: { sub: writer } }

type Query = { text: string; values: string[] }

const EMPTY_QUERY: Query = { text: 'select 1', values: [] }

/** The table reads of the web app. */
export const tableCalls: Record<string, Query> = {
  dashboard: {
    text: `select saved_scripts.id, saved_scripts.saved_at, to_json(nested) as scripts
      from public.saved_scripts
      left join lateral (
        select id, title, content, user_id, created_at, updated_at from public.scripts
        where scripts.id = saved_scripts.script_id and scripts.user_id = saved_scripts.user_id
      ) as nested on true
      where saved_scripts.user_id = $1 order by saved_scripts.saved_at desc`,
    values: [writer],
  },
  'sidebar, scripts': {
    text: 'select id, title from public.scripts where user_id = $1 order by updated_at desc',
    values: [writer],
  },
  'sidebar, conversations': {
    text: 'select * from public.chat_conversations where user_id = $1 order by updated_at desc',
    values: [writer],
  },
  messages: {
    text: 'select * from public.chat_messages where conversation_id = $1 order by created_at',
    values: [conversation],
  },
}

const searches = { frequent: 1, rare: 1_999 }

/** The body of a search function, for a given owner and without the approval check. */
async function withoutPolicies(pool: Pool, name: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    'select prosrc as text from pg_proc where pronamespace = $1::regnamespace and proname = $2',
    ['public', name],
  )
  const text = (rows[0]?.text ?? '')
    .replaceAll('(select auth.uid())', '$1::uuid')
    .replaceAll('(select private.is_approved())', 'true')
    .replaceAll(`${name}.query`, '$2::text')
    .replaceAll(`${name}.max_results`, '50')
  if (!text.includes('$1') || /auth\.|is_approved|max_results/.test(text)) {
    throw new Error(`${name} has changed: update its version without policies in this benchmark`)
  }
  return text
}

/** Each call as the database owner, who bypasses policies, and as the writer. */
async function pairs(pool: Pool): Promise<Record<string, [Query, Query]>> {
  const all: Record<string, [Query, Query]> = {
    'fixed cost (select 1)': [EMPTY_QUERY, EMPTY_QUERY],
  }
  for (const [name, query] of Object.entries(tableCalls)) all[name] = [query, query]
  for (const name of ['search_scripts', 'search_conversations']) {
    const bare = await withoutPolicies(pool, name)
    for (const [kind, rank] of Object.entries(searches)) {
      const word = vocabulary[rank] ?? ''
      all[`${name}, ${kind} word`] = [
        { text: bare, values: [writer, word] },
        { text: `select * from public.${name}($1)`, values: [word] },
      ]
    }
  }
  return all
}

/** Milliseconds per call, alternating, so that other load affects both equally. */
async function round(variants: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times: number[][] = variants.map(() => [])
  for (let n = 0; n < CALLS; n += 1) {
    for (const [index, way] of variants.entries()) {
      const started = performance.now()
      await way()
      times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median)
}

async function compare(pool: Pool, name: string, [bare, guarded]: [Query, Query]) {
  const asOwner = async () => (await pool.query({ ...bare, name: `${name}, bare` })).rows.length
  const asCalled = async () => {
    const [answer] = await asCaller(pool, asWriter, { ...guarded, name: `${name}, guarded` })
    return answer?.rows.length ?? 0
  }
  let rows = 0
  // Enough calls for the database to settle on a plan.
  for (let n = 0; n < 10; n += 1) {
    rows = await asOwner()
    const got = await asCalled()
    if (got !== rows) throw new Error(`${name}: ${got} rows with policies, ${rows} without`)
  }
  const rounds: number[][] = []
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round([asOwner, asCalled]))
  const [without, withPolicies] = [0, 1].map((way) =>
    median(rounds.map((times) => times[way] ?? 0)),
  )
  return { rows, without: without ?? 0, with: withPolicies ?? 0 }
}

async function measure(pool: Pool): Promise<void> {
  print(`${'ms per call'.padEnd(38)}${'rows'.padStart(6)}   without      with   ratio`)
  let worst = 0
  for (const [name, pair] of Object.entries(await pairs(pool))) {
    const times = await compare(pool, name, pair)
    const ratio = times.with / times.without
    // The fixed cost is shown, but is part of all other calls.
    if (pair[0].text !== EMPTY_QUERY.text) worst = Math.max(worst, ratio)
    const figures = [times.without.toFixed(3), times.with.toFixed(3)].map((text) =>
      text.padStart(10),
    )
    print(
      `${name.padEnd(38)}${String(times.rows).padStart(6)}${figures.join('')}${ratio.toFixed(2).padStart(8)}`,
    )
  }
  const met = worst <= LIMIT
  print(
    `${met ? 'All' : 'NOT all'} calls cost at most ${LIMIT} times the same without policies: the worst ${worst.toFixed(2)}`,
  )
  if (!met) process.exitCode = 1
}

if (import.meta.main) {
  await inBenchFolder(async (folder) => {
    const { pool } = await startDatabase(folder)
    await seed(pool, FULL, print)
    await measure(pool)
  })
}
