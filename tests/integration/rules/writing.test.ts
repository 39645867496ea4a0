import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { as, rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()

beforeAll(async () => {
  await createAdmin(pool)
})

const anna = forFile(() => createPerson(pool, 'anna'))
const bert = forFile(() => createPerson(pool, 'bert'))

const text = (words: string) => JSON.stringify(words)

/** Overwrites unless the test passes expected_updated_at. */
async function save(person: Person, args: Parameters<typeof rpc>[3] = {}) {
  const [row] = await rpc(pool, person, 'save_script', {
    title: 'A Script',
    content: text('words'),
    ...(args['script_id'] && !('expected_updated_at' in args) && { overwrite: true }),
    ...args,
  })
  return row as { id: string; title: string; content: unknown; updated_at: Date }
}

async function begin(person: Person, prompt: string, scriptId: string | null = null) {
  const [row] = await rpc(pool, person, 'start_conversation', { prompt, script_id: scriptId })
  return row as { conversation_id: string; title: string; message_id: string }
}

/** As text: a JavaScript Date would lose the microseconds. */
async function exactTime(scriptId: string): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    'select to_json(updated_at)::text as at from public.scripts where id = $1',
    [scriptId],
  )
  return JSON.parse(rows[0]?.at ?? 'null') as string
}

describe('save_script', () => {
  test('creates a script with a trimmed title and adds it to the collection', async () => {
    const script = await save(anna, { title: '  The Train \n' })
    expect(script).toMatchObject({ title: 'The Train', content: 'words', user_id: anna.id })
    const saved = await as(
      pool,
      anna,
      'select script_id from public.saved_scripts where script_id = $1',
      [script.id],
    )
    expect(saved).toHaveLength(1)
  })

  test('updates an existing script and its saved_at', async () => {
    const script = await save(anna)
    const placed = () =>
      as(pool, anna, 'select saved_at from public.saved_scripts where script_id = $1', [script.id])
    const [before] = await placed()
    const changed = await save(anna, {
      script_id: script.id,
      title: 'Renamed',
      content: text('more'),
    })
    expect(changed).toMatchObject({ id: script.id, title: 'Renamed', content: 'more' })
    const [after] = await placed()
    expect(Number(after?.['saved_at'])).toBeGreaterThan(Number(before?.['saved_at']))
  })

  test('links the conversation and renames all conversations of the script', async () => {
    const first = await begin(anna, 'One')
    const script = await save(anna, {
      title: 'Night Train',
      conversation_id: first.conversation_id,
    })
    const second = await begin(anna, 'Two', script.id)
    const unrelated = await begin(anna, 'Three')
    await save(anna, { script_id: script.id, title: 'Day Train' })
    const titles = await as(
      pool,
      anna,
      'select title, script_id from public.chat_conversations where id in ($1, $2, $3) order by id',
      [first.conversation_id, second.conversation_id, unrelated.conversation_id],
    )
    expect(titles).toEqual([
      { title: 'Chat: Day Train', script_id: script.id },
      { title: 'Chat: Day Train', script_id: script.id },
      { title: 'Three', script_id: null },
    ])
  })

  test('a title of 200 characters fits, also in conversation titles', async () => {
    const { conversation_id } = await begin(anna, 'Long')
    const script = await save(anna, { title: 'x'.repeat(200), conversation_id })
    expect(script.title).toHaveLength(200)
  })

  test('refuses if the script was saved elsewhere since it was read, and changes nothing', async () => {
    const script = await save(anna)
    const read = await exactTime(script.id)
    await save(anna, { script_id: script.id, content: text('from another tab') })
    const late = {
      script_id: script.id,
      title: 'Late',
      content: text('late'),
      expected_updated_at: read,
    }
    await expect(save(anna, late)).rejects.toMatchObject({
      code: 'PT409',
      message: 'script_changed',
    })
    const [kept] = await as(pool, anna, 'select title, content from public.scripts where id = $1', [
      script.id,
    ])
    expect(kept).toEqual({ title: 'A Script', content: 'from another tab' })
    expect(await save(anna, { ...late, overwrite: true })).toMatchObject({
      title: 'Late',
      content: 'late',
    })
  })

  test('accepts the save if nothing changed meanwhile', async () => {
    const script = await save(anna)
    const expected_updated_at = await exactTime(script.id)
    expect(
      await save(anna, { script_id: script.id, expected_updated_at, title: 'In Time' }),
    ).toMatchObject({
      title: 'In Time',
    })
  })
})

describe('delete_script', () => {
  test('removes it from the collection and keeps its conversations', async () => {
    const script = await save(anna)
    const { conversation_id } = await begin(anna, 'About it', script.id)
    await rpc(pool, anna, 'delete_script', { script_id: script.id })
    const { rowCount } = await pool.query('select from public.saved_scripts where script_id = $1', [
      script.id,
    ])
    expect(rowCount).toBe(0)
    const talk = await as(
      pool,
      anna,
      'select script_id from public.chat_conversations where id = $1',
      [conversation_id],
    )
    expect(talk).toEqual([{ script_id: null }])
  })

  test('deletes its conversations too if asked to, and no others', async () => {
    const [script, other] = [await save(anna), await save(anna)]
    await begin(anna, 'To be deleted', script.id)
    await begin(anna, 'Also to be deleted', script.id)
    const { conversation_id } = await begin(anna, 'About another', other.id)
    await rpc(pool, anna, 'delete_script', { script_id: script.id, delete_chats: true })
    const left = await as(
      pool,
      anna,
      "select id from public.chat_conversations where title ilike '%to be deleted' or script_id = $1",
      [other.id],
    )
    expect(left).toEqual([{ id: conversation_id }])
  })
})

describe('conversations', () => {
  test.each([
    ['A short idea', 'A short idea'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['x'.repeat(51), `${'x'.repeat(50)}...`],
    ['  two\nlines\tand a tab  ', 'two lines and a tab'],
    ['🎬'.repeat(60), `${'🎬'.repeat(50)}...`],
  ])('the prompt %j becomes the title %j', async (prompt, title) => {
    const begun = await begin(anna, prompt)
    expect(begun.title).toBe(title)
    const messages = await as(
      pool,
      anna,
      'select id, type, content from public.chat_messages where conversation_id = $1',
      [begun.conversation_id],
    )
    expect(messages).toEqual([{ id: begun.message_id, type: 'user', content: prompt }])
  })

  test('adding a message moves the conversation to the top', async () => {
    const older = await begin(anna, 'Older')
    await begin(anna, 'Newer')
    await rpc(pool, anna, 'add_message', {
      conversation_id: older.conversation_id,
      content: 'Again',
    })
    const [top] = await as(
      pool,
      anna,
      'select id from public.chat_conversations order by updated_at desc limit 1',
    )
    expect(top).toEqual({ id: older.conversation_id })
  })

  test('deleting one deletes its messages', async () => {
    const { conversation_id } = await begin(anna, 'Gone soon')
    await rpc(pool, anna, 'delete_conversation', { conversation_id })
    const { rowCount } = await pool.query(
      'select from public.chat_messages where conversation_id = $1',
      [conversation_id],
    )
    expect(rowCount).toBe(0)
  })
})

describe('refused, without a trace:', () => {
  const hers = forFile(() => save(anna, { title: 'Hers' }))
  const talk = forFile(() => begin(anna, 'Private', hers.id))

  test.each<[string, () => Promise<unknown>, string, string]>([
    ['an empty title', () => save(anna, { title: '' }), 'PT400', 'title_is_empty'],
    ['a blank title', () => save(anna, { title: ' \n\t ' }), 'PT400', 'title_is_empty'],
    ['no title', () => save(anna, { title: null }), 'PT400', 'title_is_empty'],
    ['a long title', () => save(anna, { title: 'x'.repeat(201) }), 'PT400', 'title_is_too_long'],
    [
      'an unsaid time',
      () => save(anna, { script_id: hers.id, expected_updated_at: null }),
      'PT400',
      'expected_updated_at_is_missing',
    ],
    ['a blank prompt', () => begin(anna, ' \n '), 'PT400', 'prompt_is_empty'],
    ['another’s script', () => begin(bert, 'Mine', hers.id), 'PT404', 'script_not_found'],
    [
      'a blank message',
      () => rpc(pool, anna, 'add_message', { conversation_id: talk.conversation_id, content: ' ' }),
      'PT400',
      'message_is_empty',
    ],
  ])('%s', async (_, tried, code, message) => {
    const state = () => pool.query('select * from public.scripts order by id')
    const { rows } = await state()
    await expect(tried()).rejects.toMatchObject({ code, message })
    expect((await state()).rows).toEqual(rows)
  })
})

const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => run(index)))

describe('concurrency', () => {
  test('50 parallel saves of one new script create one script', async () => {
    const creation_key = randomUUID()
    const results = await times(50, (n) =>
      save(anna, { creation_key, content: text(`draft ${n}`) }),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    const { rows } = await pool.query(
      `select count(*)::int as scripts, count(saved.id)::int as saved
       from public.scripts left join public.saved_scripts as saved on saved.script_id = scripts.id
       where creation_key = $1`,
      [creation_key],
    )
    expect(rows).toEqual([{ scripts: 1, saved: 1 }])
  })

  test('the same key of two users makes two scripts', async () => {
    const creation_key = randomUUID()
    const [hers, his] = [await save(anna, { creation_key }), await save(bert, { creation_key })]
    expect(hers.id).not.toBe(his.id)
  })

  test('exactly one of several parallel saves of the same state succeeds', async () => {
    const script = await save(anna)
    const expected_updated_at = await exactTime(script.id)
    const results = await times(20, (n) =>
      save(anna, { script_id: script.id, expected_updated_at, content: text(`from tab ${n}`) }),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('parallel saves and deletes never leave an orphan', async () => {
    const scripts = await Promise.all(Array.from({ length: 10 }, () => save(anna)))
    const talks = await Promise.all(scripts.map(({ id }) => begin(anna, 'Talk', id)))
    await times(100, async (n) => {
      const script_id = scripts[n % 10]?.id ?? ''
      const conversation_id = talks[n % 10]?.conversation_id ?? ''
      if (n % 4 === 0) await rpc(pool, anna, 'delete_script', { script_id })
      else if (n % 4 === 1) await rpc(pool, anna, 'delete_conversation', { conversation_id })
      else await save(anna, { script_id, conversation_id, overwrite: true })
    })
    const { rows } = await pool.query(`
      select
        (select count(*)::int from public.saved_scripts s where not exists (select from public.scripts where id = s.script_id)) as saved,
        (select count(*)::int from public.chat_conversations c where script_id is not null and not exists (select from public.scripts where id = c.script_id)) as talks,
        (select count(*)::int from public.chat_messages m where not exists (select from public.chat_conversations where id = m.conversation_id)) as messages`)
    expect(rows).toEqual([{ saved: 0, talks: 0, messages: 0 }])
  })
})
