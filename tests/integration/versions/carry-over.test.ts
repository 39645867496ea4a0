import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createAdmin, createPerson } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { databaseBefore } from '../../support/database/database-before.ts'
import { chainHash, sha256, type Version } from './text-world.ts'

const FIRST_WITH_VERSIONS = '20261116003000'
const FIRST_TO_SEARCH_PIECES = '20261116005200'

async function insert(pool: Pool, table: string, row: Record<string, unknown>): Promise<string> {
  const places = Object.keys(row).map((_, n) => `$${n + 1}`)
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.${table} (${Object.keys(row).join()}) values (${places.join()}) returning id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

/** Everything that the previous version stored. */
const stored = async (pool: Pool) =>
  (
    await pool.query(
      `select 'script' as what, id, user_id, title, content::text, created_at, updated_at, null as script_id
         from public.scripts
       union all select 'chat', id, user_id, title, null, created_at, updated_at, script_id
         from public.chat_conversations
       union all select 'message', id, user_id, type, content, created_at, null, null
         from public.chat_messages
       order by id`,
    )
  ).rows as unknown[]

test('existing scripts and chats get the text that the editor showed, and nothing else changes', async () => {
  const { pool, update } = await databaseBefore(FIRST_WITH_VERSIONS)
  const { id: user_id, identity } = await createAdmin(pool)
  const other = await createPerson(pool, 'other')
  const script = (title: string, text: unknown) =>
    insert(pool, 'scripts', { user_id, title, content: JSON.stringify(text) })
  const chat = (script_id: string | null) =>
    insert(pool, 'chat_conversations', { user_id, script_id, title: 'Talk' })
  const answer = async (conversation_id: string, content: string, isStopped = false) => {
    const job_id = await insert(pool, 'generation_jobs', { user_id, conversation_id, prompt: 'Go' })
    await pool.query(
      "update public.generation_jobs set status = 'failed', error = 'x', error_code = 'x', finished_at = now() where id = $1",
      [job_id],
    )
    const message = { user_id, conversation_id, job_id, type: 'ai' }
    await insert(pool, 'chat_messages', { ...message, content })
    if (isStopped)
      await insert(pool, 'chat_messages', { ...message, content: '-', kind: 'stopped' })
    return job_id
  }
  const plain = await script('plain', 'INT. PIER 🎬\r\n\r\nSaved.')
  const empty = await script('empty', { value: '' })
  const answered = await script('answered', 'old text')
  const talk = await chat(answered)
  await insert(pool, 'chat_messages', {
    user_id,
    conversation_id: talk,
    type: 'user',
    content: 'Go',
  })
  await answer(talk, 'first answer')
  const second = await answer(talk, 'second answer')
  await answer(talk, 'half of a', true)
  const savedChat = await chat(null)
  const savedJob = await answer(savedChat, 'saved answer')
  const saved = await script('saved', 'saved answer')
  await pool.query('update public.chat_conversations set script_id = $2 where id = $1', [
    savedChat,
    saved,
  ])
  const unsaved = await chat(null)
  const stopped = await answer(unsaved, 'stopped at once', true)
  const silent = await chat(null)
  await insert(pool, 'scripts', { user_id: other.id, title: 'of another', content: '"theirs"' })

  const before = await stored(pool)
  await update()
  expect(await stored(pool)).toEqual(before)

  const workOf = async (table: string, id: string) =>
    (
      await pool.query<{ work_id: string }>(`select work_id from public.${table} where id = $1`, [
        id,
      ])
    ).rows[0]?.work_id ?? ''
  const textsOf = async (work_id: string) => {
    const list = await rpc(pool, { identity }, 'script_history', { work_id })
    const [draft] = await rpc(pool, { identity }, 'draft_text', { work_id })
    const versions: unknown[] = []
    for (const { id, origin, job_id } of list.toReversed()) {
      const [text] = await rpc(pool, { identity }, 'version_text', { version_id: String(id) })
      versions.push([origin, job_id, text?.['version_text']])
    }
    return { versions, draft: draft?.['text'] }
  }
  expect(await textsOf(await workOf('scripts', plain))).toEqual({
    versions: [['import', null, 'INT. PIER 🎬\r\n\r\nSaved.']],
    draft: 'INT. PIER 🎬\r\n\r\nSaved.',
  })
  expect(await textsOf(await workOf('scripts', empty))).toEqual({
    versions: [['import', null, '']],
    draft: '',
  })
  expect(await textsOf(await workOf('scripts', answered))).toEqual({
    versions: [
      ['import', null, 'old text'],
      ['answer', second, 'second answer'],
    ],
    draft: 'second answer',
  })
  expect(await textsOf(await workOf('scripts', saved))).toEqual({
    versions: [['answer', savedJob, 'saved answer']],
    draft: 'saved answer',
  })
  expect(await textsOf(await workOf('chat_conversations', unsaved))).toEqual({
    versions: [['answer', stopped, 'stopped at once']],
    draft: 'stopped at once',
  })
  expect(await textsOf(await workOf('chat_conversations', silent))).toEqual({
    versions: [],
    draft: undefined,
  })
  expect(await workOf('chat_conversations', talk)).toBe(await workOf('scripts', answered))

  const { rows } = await pool.query<{ row: Version; saved_at: string }>(
    `select to_jsonb(versions) as row from public.script_versions as versions
     order by work_id, number`,
  )
  expect(rows).toHaveLength(7)
  rows.forEach(({ row }, index) => {
    const previous = row.number === 1 ? '' : (rows[index - 1]?.row.chain_hash ?? '')
    expect(row.chain_hash).toBe(chainHash(previous, row))
  })
  expect(rows.map(({ row }) => row.text_hash)).toContain(sha256('second answer'))
})

test('a search finds the saved texts of a database from before it read pieces, and no other texts', async () => {
  const { pool, update } = await databaseBefore(FIRST_TO_SEARCH_PIECES)
  const { id: user_id, identity } = await createAdmin(pool)
  const words = Array.from({ length: 900 }, (_, n) => `word${n}end`)
  const long = await insert(pool, 'scripts', {
    user_id,
    title: 'Long line',
    content: JSON.stringify(words.join(' ')),
  })
  const edited = await insert(pool, 'scripts', { user_id, title: 'Edited', content: '"first"' })
  await pool.query(`update public.scripts set content = '"INT. PIER\\n\\nsecond"' where id = $1`, [
    edited,
  ])
  const { rows } = await pool.query<{ work_id: string }>(
    'select work_id from public.scripts where id = $1',
    [edited],
  )
  await rpc(pool, { identity }, 'keep_draft', {
    work_id: rows[0]?.work_id ?? '',
    revision: 2,
    changes: JSON.stringify([
      { origin: 'typed', splices: [{ start: 11, end: 17, text: 'unsaved' }] },
    ]),
    text_hash: sha256('INT. PIER\n\nunsaved'),
  })
  await update()

  const found = async (query: string) =>
    (await rpc(pool, { identity }, 'search_scripts', { query })).map(({ id }) => id)
  expect(await found('second pier edited')).toEqual([edited])
  expect(await found('first')).toEqual([])
  expect(await found('unsaved')).toEqual([])
  const missing = await pool.query(
    `select word from unnest($1::text[]) as word
     where private.mark_of($2) || word not in (
       select unnest(tsvector_to_array(private.words_of(user_id, text))) from private.script_pieces where saved)`,
    [words, user_id],
  )
  expect(missing.rows).toEqual([])
  expect(await found('word450end')).toEqual([long])
})
