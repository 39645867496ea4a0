import { hash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { withClient } from '../../server/database/pool.ts'

/** Row counts; `writer` is the share of the writer under test, with `messages` in one conversation. */
export type Sizes = {
  users: number
  scripts: number
  conversations: number
  messages: number
  /** Passages per script, of about 110 bytes each. */
  passages: number
  writer: { scripts: number; conversations: number; messages: number }
}

export const FULL: Sizes = {
  users: 2_000,
  scripts: 200_000,
  conversations: 40_000,
  messages: 1_000_000,
  passages: 30,
  writer: { scripts: 1_000, conversations: 300, messages: 200 },
}

const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** User 0 is the administrator: the first account always is. */
export const writer = idOf(1)
/** The writer's long conversation. */
export const conversation = idOf(0)

const SYLLABLES = ['ka', 'lo', 'mi', 're', 'tu', 'sa', 've', 'do', 'ni', 'pa', 'go', 'be', 'shi']
const PHRASES = 5_000

/** 2,000 words, most frequent first; frequent words are short. */
export const vocabulary: readonly string[] = Array.from({ length: 2_000 }, (_, rank) => {
  const base = SYLLABLES.length
  const scattered = (rank * 797) % base ** 3
  const digits = [scattered % base, Math.floor(scattered / base) % base]
  if (rank >= base ** 2) digits.push(Math.floor(scattered / base ** 2))
  return digits.map((digit) => SYLLABLES[digit]).join('')
})

/** Deterministic pseudo-random words; the cube makes the first ones frequent. */
const draw = (count: number, from: string) =>
  Array.from({ length: count }, (_, place) => {
    const share = hash('md5', `${from} ${place}`, 'buffer').readUInt32BE() / 2 ** 32
    return vocabulary[Math.floor(share ** 3 * vocabulary.length)] ?? ''
  }).join(' ')

function passage(n: number): string {
  const scene = n % 5 === 0 ? `INT. ${draw(2, `scene ${n}`).toUpperCase()} - NIGHT\n\n` : ''
  return `${scene}${draw(1, `name ${n}`).toUpperCase()}\n${draw(15, `speech ${n}`)}.`
}

// The rest is generated in SQL: a number determines id, owner and phrases.
const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const chosen = (n: string, among: number) => `((hashint8(${n}) & 2147483647) % ${among})`

/** Distributes the writer's rows evenly over all rows. */
const spread = (n: string, all: number, part: number, inPart: string, inRest: string) => {
  const step = Math.floor(all / part)
  return `case when ${n} % ${step} = 0 and ${n} / ${step} < ${part} then ${inPart} else ${inRest} end`
}
const owner = (n: string, all: number, part: number, { users }: Sizes) =>
  id(spread(n, all, part, '1', `2 + ${chosen(n, users - 2)}`))

const title = (n: string) =>
  `(select title from phrases where phrases.n = ${chosen(`-${n}`, PHRASES)})`
const text = (n: string, passages: number) => `(
  select string_agg(passage, e'\\n\\n' order by place) from generate_series(1, ${passages}) as place
  join phrases on phrases.n = ${chosen(`${n} * 32 + place`, PHRASES)})`
const numbers = (count: number) => `generate_series(0::bigint, ${count - 1}) as series (n)`

function inserts(sizes: Sizes): Record<string, string> {
  const { users, scripts, conversations, messages } = sizes
  const place = spread(
    'series.n',
    messages,
    sizes.writer.messages,
    '0',
    `1 + ${chosen('series.n', conversations - 1)}`,
  )
  return {
    accounts: `insert into auth.users (id, email)
      select ${id('series.n')}, 'person' || series.n || '@example.com' from ${numbers(users)}`,
    approvals: 'update public.profiles set approved = true where not approved',
    scripts: `insert into public.scripts (id, work_id, creation_key, user_id, title, content)
      select ${id('series.n')}, ${id('series.n')}, ${id('series.n')}, ${owner('series.n', scripts, sizes.writer.scripts, sizes)}, ${title('series.n')},
        to_jsonb(${text('series.n', sizes.passages)})
      from ${numbers(scripts)}`,
    drafts: `insert into public.script_drafts (id, user_id, work_id, script_id, revision, text_hash)
      select id, user_id, work_id, id, 1, private.text_hash(private.text_of(content))
      from public.scripts order by id`,
    // One piece for each text: cutting them as a save does would take longer than all other rows.
    texts: `with pieces as (
        insert into private.script_pieces (draft_id, user_id, hash, text, units, words, kept, saved)
        select id, user_id, sha256(convert_to(text, 'UTF8')), text,
          private.utf16_length(text), private.count_words(text), true, true
        from (select id, user_id, private.text_of(content) as text from public.scripts order by id) as written
        returning draft_id, id
      )
      insert into private.draft_texts (draft_id, pieces) select draft_id, array[id] from pieces`,
    'saved scripts': `insert into public.saved_scripts (id, user_id, script_id)
      select id, user_id, id from public.scripts order by id`,
    conversations: `insert into public.chat_conversations (id, user_id, title)
      select ${id('series.n')}, ${owner('series.n', conversations, sizes.writer.conversations, sizes)}, ${title('series.n')}
      from ${numbers(conversations)}`,
    messages: `insert into public.chat_messages (id, conversation_id, user_id, type, content)
      select ${id('series.n')}, ${id('placed.n')},
        ${owner('placed.n', conversations, sizes.writer.conversations, sizes)},
        case when series.n % 2 = 0 then 'user' else 'ai' end, ${text('series.n', 3)}
      from ${numbers(messages)}, lateral (select ${place} as n) as placed`,
  }
}

/** No NOTIFY, which is slow, no mails and no versions for generated data. */
async function setTriggers(client: PoolClient, how: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(`
    select quote_ident(tgname) as name, tgrelid::regclass::text as table from pg_trigger
    where tgname in ('announce', 'keep_saved_text', 'mail_approval', 'mail_new_account')`)
  for (const { name, table } of rows)
    await client.query(`alter table ${table} ${how} trigger ${name}`)
}

/** Rebuilding the indexes once is much faster than updating them per row. */
async function dropWordIndexes(client: PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

async function fill(client: PoolClient, sizes: Sizes, report: (line: string) => void) {
  const { rowCount } = await client.query('select from auth.users limit 1')
  if (rowCount) throw new Error('This database already has accounts: use an empty one')
  await client.query("set local work_mem = '256MB'; set local maintenance_work_mem = '1GB'")
  await client.query(
    'create temporary table phrases (n int primary key, title text, passage text) on commit drop',
  )
  const all = Array.from({ length: PHRASES }, (_, n) => n)
  await client.query(
    'insert into phrases select place - 1, title, passage from unnest($1::text[], $2::text[]) with ordinality as given (title, passage, place)',
    [all.map((n) => `The ${draw(2, `title ${n}`)}`), all.map(passage)],
  )
  await client.query('analyze phrases')
  await setTriggers(client, 'disable')
  const rebuildWordIndexes = await dropWordIndexes(client)
  for (const [what, statement] of Object.entries(inserts(sizes))) {
    const started = performance.now()
    const result = await client.query(statement)
    report(`${result.rowCount} ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const started = performance.now()
  await rebuildWordIndexes()
  report(`word indexes in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  await setTriggers(client, 'enable')
}

/** Runs as the database owner in one transaction, so the triggers are enabled again even on failure. */
export async function seed(
  pool: Pool,
  sizes: Sizes,
  report: (line: string) => void = () => undefined,
): Promise<void> {
  await withClient(pool, async (client) => {
    await client.query('begin')
    try {
      await fill(client, sizes, report)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    // Otherwise autovacuum would run during a measurement.
    await client.query(
      'vacuum (analyze) auth.users, public.profiles, public.scripts, public.saved_scripts, public.script_drafts, private.script_pieces, public.chat_conversations, public.chat_messages',
    )
  })
}
