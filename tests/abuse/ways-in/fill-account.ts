import { hash, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { MOST } from '../../../contract/limits.ts'
import { databaseIn } from '../../support/database/data-dir-database.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

/** An account with as much of everything as it may have, and the ids of it. */
export type Filled = {
  person: Person
  text: string
  work: string
  script: string
  conversation: string
  message: string
  version: string
  note: string
  attachment: string
  tag: string
  proposals: string[]
}

const LINE = 'a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\n'
/** Nearly as long as a script may be: the same line again and again, below as many headings as a feature has. */
const TEXT = Array.from(
  { length: 200 },
  (_, n) => `INT. ROOM ${n} - DAY\n\n${LINE.repeat(84)}\n`,
).join('')
const ROWS = 1_000
/** They have no number of their own, since their calls are counted by the month: some years of them. */
const READINGS = 200
const READ_SCENES = 1_000

const inParts = <Row>(rows: readonly Row[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) =>
    rows.slice(n * size, (n + 1) * size),
  )
const many = <Row>(count: number, row: (n: number) => Row) =>
  Array.from({ length: count }, (_, n) => row(n))

/** What no function stores so many of at once, or what takes too long to be told one by one. */
const STATEMENTS: [text: string, values: (person: Person, work: string) => unknown[]][] = [
  [
    `insert into public.script_notes (user_id, work_id, author, start, "end", quote, body)
     select $1, $2, 'writer', at, at + 1, substr($3, at + 1, 1), repeat('a ', 500)
     from generate_series(23, 10000000, 2) as places (at) where substr($3, at + 1, 1) = 'a' limit $4`,
    ({ id }, work) => [id, work, TEXT.slice(0, 40_000), MOST.notes],
  ],
  [
    `insert into public.story_proposals (user_id, work_id, kind, name, body, sources)
     select $1, $2, 'place', 'a ' || n, repeat('a ', 1000), '[{"scene": "INT. ROOM 1 - DAY", "quote": "a a a"}]'
     from generate_series(1, $3) as numbers (n)`,
    ({ id }, work) => [id, work, MOST.proposals],
  ],
  // With what keep_saved_text would add, which takes some milliseconds for each.
  ['alter table public.scripts disable trigger keep_saved_text', () => []],
  [
    `with added as (
       insert into public.scripts (id, work_id, user_id, title, content)
       select id, id, $1, rtrim(left('a ' || n || repeat(' a', 100), 199)), to_jsonb($3::text)
       from (select private.new_id() as id, n from generate_series(1, $2) as numbers (n)) as new
       returning id
     ),
     saved as (insert into public.saved_scripts (user_id, script_id) select $1, id from added),
     drafts as (
       insert into public.script_drafts (user_id, work_id, script_id, text_hash)
       select $1, id, id, private.text_hash($3) from added returning id
     ),
     pieces as (
       insert into private.script_pieces (draft_id, user_id, hash, text, units, words, kept, saved)
       select id, $1, sha256(convert_to($3, 'UTF8')), $3, char_length($3), 120, true, true from drafts
       returning id, draft_id
     ),
     stored as (
       insert into private.stored_texts (draft_id, user_id, bytes)
       select draft_id, $1, private.piece_bytes($3) from pieces
     )
     insert into private.draft_texts (draft_id, pieces) select draft_id, array[id] from pieces`,
    ({ id }) => [id, MOST.scripts - 100, 'INT. ROOM - DAY\n\n'.repeat(40)],
  ],
  ['alter table public.scripts enable trigger keep_saved_text', () => []],
  // An administrator lets the writer keep examples.
  ['update public.profiles set learning_loop_access = true where id = $1', ({ id }) => [id]],
  [
    // A prompt reads the newest 20, and a search the beginnings.
    `insert into public.golden_examples (user_id, content)
     select $1, 'a ' || n || repeat(' a', case when n > $2 - 20 then 500000 else 50000 end)
     from generate_series(1, $2::integer) as numbers (n)`,
    ({ id }) => [id, MOST.examples - 10],
  ],
  [
    `with jobs as (
       insert into public.generation_jobs (user_id, prompt, status, result, finished_at, calls)
       select $1, 'Read', 'completed', 'Read', now(), $4 from generate_series(1, $3) returning id
     )
     insert into public.readings (id, user_id, work_id, reader, parts, parts_read, read_scenes, summary, finished_at)
     select id, $1, $2, 'story-editor', $4, $4,
       (select array_agg(md5(id || ' ' || n) || md5(n::text)) from generate_series(1, $5) as numbers (n)),
       repeat('a ', 4000), now()
     from jobs`,
    ({ id }, work) => [id, work, READINGS, MOST.callsOfAReading, READ_SCENES],
  ],
]

async function fillByStatements({ dataDir }: AbuseFixture, person: Person, work: string) {
  const database = new Client({ connectionString: await databaseIn(dataDir) })
  await database.connect()
  try {
    for (const [text, values] of STATEMENTS) await database.query(text, values(person, work))
  } finally {
    await database.end()
  }
}

export async function fillAccount(fixture: AbuseFixture, person: Person): Promise<Filled> {
  async function post<Answer>(address: string, body: unknown): Promise<Answer> {
    const response = await fixture.request(`/rest/v1/${address}`, {
      method: 'POST',
      as: person,
      body,
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${address}: ${response.status} ${answer.slice(0, 200)}`)
    return (answer === '' ? undefined : JSON.parse(answer)) as Answer
  }
  async function read<Row>(address: string): Promise<Row[]> {
    const response = await fixture.request(`/rest/v1/${address}`, { as: person })
    return (await response.json()) as Row[]
  }
  const idOf = async (address: string) => (await read<{ id: string }>(address))[0]?.id ?? ''

  const saved = await post<{ id: string; work_id: string }>('rpc/save_script', {
    title: 'Filled',
    content: TEXT,
  })
  const { id: script, work_id: work } = saved
  await post('rpc/import_bible', {
    work_id: work,
    entries: many(MOST.entries, (n) => ({
      kind: 'character',
      name: `a ${n}`,
      body: 'a '.repeat(1_000),
    })),
  })
  for (let n = 0; n < MOST.attachments; n += 1)
    await post('rpc/add_attachment', {
      work_id: work,
      name: `${n}.txt`,
      kind: 'text',
      text: many(8_000, (line) => `${n} ${line} `.padEnd(119, 'rain ')).join('\n'),
    })
  await post(
    'prompts',
    many(MOST.savedPrompts, (n) => ({ name: `No. ${n}`, text: 'a '.repeat(1_000) })),
  )
  await post(
    'tags',
    many(MOST.tags, (n) => ({ name: `No. ${n}`, color: 'red' })),
  )
  const [started] = await post<{ conversation_id: string }[]>('rpc/start_conversation', {
    prompt: 'Long',
    work_id: work,
  })
  const conversation = started?.conversation_id ?? ''
  // One less than there may be, so that it is not only refused.
  for (const part of inParts(many(MOST.conversations - 2, String), MOST.scriptConversations - 2))
    await post(
      'chat_conversations',
      part.map((title) => ({ title, script_id: part[0] === '0' ? script : null })),
    )
  for (const part of inParts(many(MOST.conversationMessages - 10, String), ROWS))
    await post(
      'chat_messages',
      part.map((content) => ({ conversation_id: conversation, type: 'user', content })),
    )

  await fillByStatements(fixture, person, work)
  const proposals = await read<{ id: string }>('story_proposals?select=id&limit=500')
  return {
    person,
    text: TEXT,
    work,
    script,
    conversation,
    message: await idOf('chat_messages?select=id&limit=1'),
    version: await idOf('script_versions?select=id&limit=1'),
    note: await idOf('script_notes?select=id&limit=1'),
    attachment: await idOf('attachments?select=id&limit=1'),
    tag: await idOf('tags?select=id&limit=1'),
    proposals: proposals.map(({ id }) => id),
  }
}

/** An id of nothing. */
export const nothing = (): string => randomUUID()
export const textHash = (text: string): string => hash('sha256', text, 'hex')
