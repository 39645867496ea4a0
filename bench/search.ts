// Searching 100 scripts of 100 KB right after 1,000 saves, by pieces and with whole texts indexed: npm run bench:search
import type { Pool } from 'pg'
import { asCaller, type Identity } from '../server/database/request-transaction.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { median } from './support/median.ts'
import { costOf } from './support/processor-time.ts'
import { judge, print, show } from './support/report.ts'
import { vocabulary } from './support/seed.ts'
import { timed } from './support/timed.ts'
import { scene, scenesOf } from './support/varied-scenes.ts'

const SCRIPTS = 100
const SIZE = 100_000
/** `SAVES` go to both tables; `MORE_SAVES` follow, to `scripts` only. */
const SAVES = 60
const MORE_SAVES = 940
const SHORT_SCRIPTS = 5_000
const SEARCHES = 15
const WHOLE_SEARCHES = 3

const QUERIES = {
  'a rare word': vocabulary[1_990] ?? '',
  'a word of every script': vocabulary[3] ?? '',
  'three words': [40, 900, 1_700].map((rank) => vocabulary[rank]).join(' '),
}

/** The table before texts were split into pieces: the index has all words of a text in one entry. */
const WHOLE_TEXTS = `
  create table private.whole_texts (like public.scripts including defaults including generated including constraints);
  alter table private.whole_texts add primary key (id);
  create index on private.whole_texts (user_id, updated_at desc);
  create index on private.whole_texts
    using gin (private.words_of(user_id, title || ' ' || private.text_of(content)))`

/** The search before texts were split into pieces. */
const SEARCH_WHOLE = `
  with wanted as (select private.to_query($1, $2) as words)
  select id, title, updated_at from private.whole_texts as found
  where user_id = $1
    and private.words_of(user_id, title || ' ' || private.text_of(content)) @@ (select words from wanted)
  order by private.words_of(user_id, title) @@ (select words from wanted) desc, updated_at desc
  limit 50`

const TABLES = ['public.scripts', 'private.whole_texts'] as const
type Table = (typeof TABLES)[number]
type Times = Record<Table, number[]>
const noTimes = (): Times => ({ 'public.scripts': [], 'private.whole_texts': [] })

async function writerNamed(pool: Pool, name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id',
    [`${name}@example.com`],
  )
  await pool.query('update public.profiles set approved = true')
  return rows[0]?.id ?? ''
}

const insert = (pool: Pool, table: Table, owner: string, text: string) =>
  pool.query<{ id: string }>(
    `insert into ${table} (user_id, title, content) values ($1, 'Saved', to_jsonb($2::text)) returning id`,
    [owner, text],
  )

const update = (pool: Pool, table: Table, id: string, text: string) =>
  pool.query(`update ${table} set content = to_jsonb($2::text) where id = $1`, [id, text])

/** Medians of both ways to search; they must find the same. */
async function searches(pool: Pool, writer: string, words: string) {
  const { found, ...now } = await searchPieces(pool, writer, words)
  const whole: number[] = []
  for (let n = 0; n < WHOLE_SEARCHES; n += 1) {
    const [all, took] = await timed(() => pool.query(SEARCH_WHOLE, [writer, words]))
    whole.push(took)
    if (found !== all.rows.length) throw new Error(`another result for ${words}`)
  }
  return { ...now, whole: median(whole) }
}

async function searchPieces(pool: Pool, writer: string, words: string) {
  const caller: Identity = { role: 'authenticated', claims: { sub: writer } }
  const statement = { text: 'select * from public.search_scripts($1)', values: [words] }
  const times: number[] = []
  const processor: number[] = []
  let found = 0
  for (let n = 0; n < SEARCHES; n += 1) {
    const search = () => timed(() => asCaller(pool, caller, statement))
    const { done, cost } = await costOf(pool, {}, search)
    const [[answer], took] = done
    times.push(took)
    processor.push(cost.database)
    found = answer?.rows.length ?? 0
  }
  return { found, pieces: median(times), cpu: median(processor) }
}

await inBenchFolder(async (folder) => {
  const { pool } = await startDatabase(folder)
  await pool.query(WHOLE_TEXTS)
  await writerNamed(pool, 'admin')
  const writer = await writerNamed(pool, 'writer')

  const first = noTimes()
  const scripts: ({ scenes: string[] } & Record<Table, string>)[] = []
  for (let n = 0; n < SCRIPTS; n += 1) {
    const scenes = scenesOf(SIZE, n * 100)
    const ids: Record<Table, string> = { 'public.scripts': '', 'private.whole_texts': '' }
    for (const table of TABLES) {
      const [{ rows }, took] = await timed(() => insert(pool, table, writer, scenes.join('')))
      first[table].push(took)
      ids[table] = rows[0]?.id ?? ''
    }
    scripts.push({ scenes, ...ids })
  }

  const changed = noTimes()
  const unchanged = noTimes()
  /** Rewrites one scene of one of the scripts. */
  const rewritten = (n: number) => {
    const script = scripts[(n * 37) % SCRIPTS]
    if (!script) throw new Error('no script')
    script.scenes[n % script.scenes.length] = scene(n, n + 1)
    return { script, text: script.scenes.join('') }
  }
  for (let n = 0; n < SAVES; n += 1) {
    const { script, text } = rewritten(n)
    for (const table of TABLES) {
      changed[table].push((await timed(() => update(pool, table, script[table], text)))[1])
      unchanged[table].push((await timed(() => update(pool, table, script[table], text)))[1])
    }
  }

  print(`${SCRIPTS} scripts of 100 KB, then ${SAVES} saves; ms in the database, medians\n`)
  for (const [what, times] of [
    ['first save', first],
    ['save, one scene changed', changed],
    ['save, nothing changed', unchanged],
  ] as const) {
    const now = median(times['public.scripts'])
    const before = median(times['private.whole_texts'])
    show(what, now, 'ms')
    show(`${what}, whole text indexed`, before, `ms, without versions`)
    if (what !== 'first save') judge('  ratio', now / before, now <= before, 'at most 1')
  }
  for (const [what, words] of Object.entries(QUERIES)) {
    const { pieces, whole } = await searches(pool, writer, words)
    show(`search, ${what}`, pieces, 'ms, right after the saves')
    show(`search, ${what}, whole texts`, whole, 'ms')
  }
  for (let n = SAVES; n < SAVES + MORE_SAVES; n += 1) {
    const { script, text } = rewritten(n)
    await update(pool, 'public.scripts', script['public.scripts'], text)
  }
  print(`\nright after ${SAVES + MORE_SAVES} saves`)
  for (const [what, words] of Object.entries(QUERIES)) {
    const { pieces, cpu } = await searchPieces(pool, writer, words)
    judge(`search, ${what}`, pieces, pieces <= 20, `at most 20 ms; ${cpu.toFixed(1)} ms of CPU`)
  }

  const busy = await writerNamed(pool, 'busy')
  for (const table of TABLES) {
    await pool.query(
      `insert into ${table} (user_id, title, content)
       select $1, 'Short ' || n, to_jsonb('INT. ROOM ' || n || E'\\n\\n' || text)
       from unnest($2::text[]) with ordinality as given (text, n)`,
      [busy, Array.from({ length: SHORT_SCRIPTS }, (_, n) => scene(n, 0))],
    )
  }
  print(`\na writer with ${SHORT_SCRIPTS} scripts of a scene each`)
  for (const [what, words] of Object.entries({ ...QUERIES, 'a word of every title': 'short' })) {
    const { pieces, whole } = await searches(pool, busy, words)
    judge(`search, ${what}`, pieces, pieces <= 100, 'at most 100 ms')
    show(`search, ${what}, whole texts`, whole, 'ms')
  }
})
