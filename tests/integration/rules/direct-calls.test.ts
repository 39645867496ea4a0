import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { as } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

// Every table call of section 7 of the specification, as SQL.

const { pool } = fileDatabase()
const admin = forFile(() => createAdmin(pool))
const anna = forFile(() => createPerson(pool, 'anna', { learningLoop: true }))
const bert = forFile(() => createPerson(pool, 'bert'))
const waiting = forFile(() => createPerson(pool, 'waiting', { approved: false }))

const LONG_AGO = '2000-01-01T00:00:00Z'

async function insertScript(person: Person, title = 'Direct'): Promise<string> {
  const [row] = await as(
    pool,
    person,
    'insert into public.scripts (title, content, user_id, updated_at, created_at) values ($1, $2, $3, $4, $4) returning id, created_at',
    [title, '"words"', person.id, LONG_AGO],
  )
  expect(new Date(String(row?.['created_at'])).getFullYear()).toBeGreaterThan(2000)
  return row?.['id'] as string
}

async function insertConversation(person: Person, scriptId: string | null = null): Promise<string> {
  const [row] = await as(
    pool,
    person,
    'insert into public.chat_conversations (script_id, user_id, title) values ($1, $2, $3) returning id',
    [scriptId, person.id, 'Talk'],
  )
  return row?.['id'] as string
}

test('profiles: own profile by id, pending count, admin list and admin check', async () => {
  expect(
    await as(pool, waiting, 'select * from public.profiles where id = $1', [waiting.id]),
  ).toHaveLength(1)
  const pending = 'select count(*)::int as n from public.profiles where approved = false'
  expect(await as(pool, admin, pending)).toEqual([{ n: 1 }])
  expect(await as(pool, anna, pending)).toEqual([{ n: 0 }])
  const list = await as(
    pool,
    admin,
    "select id, role, approved, created_at, email, learning_loop_access from public.profiles where role = 'scriptwriter' order by created_at desc",
  )
  expect(list.map((row) => row['email'])).toEqual([waiting.email, bert.email, anna.email])
  const check = 'select role, approved from public.profiles where id = $1'
  expect(await as(pool, admin, check, [admin.id])).toEqual([{ role: 'admin', approved: true }])
})

test('profiles: an admin updates approved and learning_loop_access by id, nobody else does', async () => {
  const person = await createPerson(pool, 'changed', { approved: false })
  const approve = 'update public.profiles set approved = $2 where id = $1 returning approved'
  const loop =
    'update public.profiles set learning_loop_access = $2 where id = $1 returning learning_loop_access'
  expect(await as(pool, anna, approve, [person.id, true])).toEqual([])
  expect(await as(pool, person, approve, [person.id, true])).toEqual([])
  expect(await as(pool, admin, approve, [person.id, true])).toEqual([{ approved: true }])
  expect(await as(pool, admin, loop, [person.id, true])).toEqual([{ learning_loop_access: true }])
  expect(await as(pool, admin, approve, [person.id, false])).toEqual([{ approved: false }])
})

test('scripts: insert, list, read, update and delete by id and user_id', async () => {
  const id = await insertScript(anna)
  const list = 'select id, title from public.scripts where user_id = $1 order by updated_at desc'
  expect((await as(pool, anna, list, [anna.id]))[0]).toEqual({ id, title: 'Direct' })
  expect(await as(pool, bert, list, [anna.id])).toEqual([])
  const update =
    'update public.scripts set title = $3, content = $4, user_id = $2, updated_at = $5 where id = $1 and user_id = $2 returning title'
  expect(
    await as(pool, anna, update, [id, anna.id, 'Renamed', '{"value":"words"}', LONG_AGO]),
  ).toEqual([{ title: 'Renamed' }])
  const read = 'select content from public.scripts where id = $1 and user_id = $2'
  expect(await as(pool, anna, read, [id, anna.id])).toEqual([{ content: { value: 'words' } }])
  expect(await as(pool, bert, read, [id, anna.id])).toEqual([])
  const remove = 'delete from public.scripts where id = $1 and user_id = $2 returning id'
  expect(await as(pool, bert, remove, [id, anna.id])).toEqual([])
  expect(await as(pool, anna, remove, [id, anna.id])).toEqual([{ id }])
})

test('saved_scripts: upsert on user_id and script_id, nested read, delete', async () => {
  const script = await insertScript(anna, 'Kept')
  const upsert = `
    insert into public.saved_scripts (user_id, script_id, saved_at) values ($1, $2, $3)
    on conflict (user_id, script_id) do update
      set user_id = excluded.user_id, script_id = excluded.script_id, saved_at = excluded.saved_at
    returning id`
  const [first] = await as(pool, anna, upsert, [anna.id, script, LONG_AGO])
  expect(await as(pool, anna, upsert, [anna.id, script, LONG_AGO])).toEqual([first])
  await expect(as(pool, bert, upsert, [bert.id, script, LONG_AGO])).rejects.toMatchObject({
    code: '23503',
  })
  const nested = `
    select saved.id, saved.saved_at, scripts.id as script, scripts.title, scripts.content
    from public.saved_scripts as saved join public.scripts on scripts.id = saved.script_id
    where saved.user_id = $1 order by saved.saved_at desc`
  expect(await as(pool, anna, nested, [anna.id])).toMatchObject([{ script, title: 'Kept' }])
  expect(await as(pool, bert, nested, [anna.id])).toEqual([])
  const remove =
    'delete from public.saved_scripts where script_id = $1 and user_id = $2 returning id'
  expect(await as(pool, anna, remove, [script, anna.id])).toEqual([first])
})

test('chat_conversations: insert, lists, update, retitle by script, delete', async () => {
  const script = await insertScript(anna)
  const older = await insertConversation(anna, script)
  const newer = await insertConversation(anna, script)
  const latest =
    'select id from public.chat_conversations where user_id = $1 and script_id = $2 order by updated_at desc limit 1'
  expect(await as(pool, anna, latest, [anna.id, script])).toEqual([{ id: newer }])
  await as(pool, anna, 'update public.chat_conversations set updated_at = $2 where id = $1', [
    older,
    LONG_AGO,
  ])
  expect(await as(pool, anna, latest, [anna.id, script])).toEqual([{ id: older }])
  const link =
    'update public.chat_conversations set script_id = $2, title = $3, updated_at = $4 where id = $1 returning id'
  expect(await as(pool, anna, link, [newer, null, 'Apart', LONG_AGO])).toEqual([{ id: newer }])
  const foreign = await insertScript(bert)
  await expect(as(pool, anna, link, [newer, foreign, 'Stolen', LONG_AGO])).rejects.toMatchObject({
    code: '23503',
  })
  const retitle =
    'update public.chat_conversations set title = $3 where script_id = $1 and user_id = $2 returning id'
  expect(await as(pool, anna, retitle, [script, anna.id, 'Chat: Direct'])).toEqual([{ id: older }])
  const remove = 'delete from public.chat_conversations where id = $1 returning id'
  expect(await as(pool, bert, remove, [older])).toEqual([])
  expect(await as(pool, anna, remove, [older])).toEqual([{ id: older }])
})

test('chat_messages: insert of type user, list in order, delete by id and all of a conversation', async () => {
  const conversation = await insertConversation(anna)
  const insert =
    'insert into public.chat_messages (conversation_id, type, content) values ($1, $2, $3) returning id'
  for (const content of ['one', 'two', 'two'])
    await as(pool, anna, insert, [conversation, 'user', content])
  await expect(as(pool, anna, insert, [conversation, 'ai', 'forged'])).rejects.toMatchObject({
    code: '42501',
  })
  await expect(as(pool, bert, insert, [conversation, 'user', 'hi'])).rejects.toMatchObject({
    code: '23503',
  })
  const list =
    'select id, content from public.chat_messages where conversation_id = $1 order by created_at'
  const messages = await as(pool, anna, list, [conversation])
  expect(messages.map((row) => row['content'])).toEqual(['one', 'two', 'two'])
  await as(pool, anna, 'delete from public.chat_messages where id = $1', [
    messages[2]?.['id'] as string,
  ])
  expect(await as(pool, anna, list, [conversation])).toHaveLength(2)
  expect(
    await as(
      pool,
      bert,
      'delete from public.chat_messages where conversation_id = $1 returning id',
      [conversation],
    ),
  ).toEqual([])
  await as(pool, anna, 'delete from public.chat_messages where conversation_id = $1', [
    conversation,
  ])
  expect(await as(pool, anna, list, [conversation])).toEqual([])
})

test('api_usage: own count and, for an admin, every scriptwriter’s; this month only', async () => {
  await pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     values ($1, private.this_month(), 7), ($1, private.this_month() - interval '1 month', 99)`,
    [anna.id],
  )
  const read = 'select monthly_generations from public.api_usage where user_id = $1'
  expect(await as(pool, anna, read, [anna.id])).toEqual([{ monthly_generations: 7 }])
  expect(await as(pool, admin, read, [anna.id])).toEqual([{ monthly_generations: 7 }])
  expect(await as(pool, bert, read, [anna.id])).toEqual([])
})

test('golden_examples: insert with access, once per message, own messages only', async () => {
  const conversation = await insertConversation(anna)
  const { rows } = await pool.query<{ id: string }>(
    "insert into public.chat_messages (conversation_id, user_id, type, content) values ($1, $2, 'ai', 'FADE IN') returning id",
    [conversation, anna.id],
  )
  const message = rows[0]?.id ?? ''
  const insert =
    'insert into public.golden_examples (user_id, content, topic) values ($1, $2, $3) returning id'
  const tied =
    'insert into public.golden_examples (user_id, content, message_id) values ($1, $2, $3) returning id'
  expect(await as(pool, anna, insert, [anna.id, 'Good', 'Script Writing'])).toHaveLength(1)
  expect(await as(pool, anna, tied, [anna.id, 'Good', message])).toHaveLength(1)
  await expect(as(pool, anna, tied, [anna.id, 'Good', message])).rejects.toMatchObject({
    code: '23505',
  })
  await expect(as(pool, bert, insert, [bert.id, 'Good', 'Script Writing'])).rejects.toMatchObject({
    code: '42501',
  })
  const learner = await createPerson(pool, 'learner', { learningLoop: true })
  await expect(as(pool, learner, tied, [learner.id, 'Good', message])).rejects.toMatchObject({
    code: '23503',
  })
})
