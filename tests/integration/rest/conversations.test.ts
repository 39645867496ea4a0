import { expect, test } from 'vitest'
import { STOPPED_BY_USER } from '../../../contract/generation.ts'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The chat_conversations and chat_messages calls of section 7 of the specification.

const fixture = forFile(restFixture)

const newScript = async ({ client, id }: SignedIn, title = 'About') =>
  only(await client.from('scripts').insert({ title, content: 'x', user_id: id }).select().single())

const begin = async (person: SignedIn, title: string, scriptId: string | null = null) =>
  only(
    await person.client
      .from('chat_conversations')
      .insert({ script_id: scriptId, user_id: person.id, title })
      .select()
      .single(),
  )

const say = ({ client }: SignedIn, conversation: { id: string }, content: string) =>
  client
    .from('chat_messages')
    .insert({ conversation_id: conversation.id, type: 'user', content })
    .select()
    .single()

const messages = ({ client }: Pick<SignedIn, 'client'>, conversation: { id: string }) =>
  client
    .from('chat_messages')
    .select('*')
    .eq('conversation_id', conversation.id)
    .order('created_at', { ascending: true })

test("a user's conversations, most recent first; nobody else sees them", async () => {
  const { anna, bert, admin, pending, anonymous } = fixture
  const [older, newer] = [await begin(anna, 'Older'), await begin(anna, 'Newer')]
  const list = ({ client }: Pick<SignedIn, 'client'>) =>
    client
      .from('chat_conversations')
      .select('*')
      .eq('user_id', anna.id)
      .order('updated_at', { ascending: false })
  expect((await list(anna)).data?.map(({ id }) => id)).toEqual([newer.id, older.id])
  await anna.client
    .from('chat_conversations')
    .update({ updated_at: new Date().toISOString() })
    .eq('id', older.id)
  expect((await list(anna)).data?.map(({ id }) => id)).toEqual([older.id, newer.id])
  for (const other of [bert, admin, pending]) expect((await list(other)).data).toEqual([])
  expect(await list({ client: anonymous })).toMatchObject({ status: 401, error: { code: '42501' } })
})

test("a user's latest conversation about a script, if any", async () => {
  const { anna, bert } = fixture
  const script = await newScript(anna)
  const latest = ({ client }: SignedIn) =>
    client
      .from('chat_conversations')
      .select('*')
      .eq('user_id', anna.id)
      .eq('script_id', script.id)
      .order('updated_at', { ascending: false })
      .limit(1)
      .maybeSingle()
  expect(await latest(anna)).toMatchObject({ data: null, error: null })
  await begin(anna, 'Older', script.id)
  const newer = await begin(anna, 'Newer', script.id)
  expect((await latest(anna)).data).toEqual(newer)
  expect(await latest(bert)).toMatchObject({ data: null, error: null })
})

test("linking and renaming: own conversations only, and never to another user's script", async () => {
  const { anna, bert } = fixture
  const [mine, foreign] = [await newScript(anna), await newScript(bert)]
  const { id } = await begin(anna, 'Loose')
  const link = ({ client }: SignedIn, script: { id: string }) =>
    client
      .from('chat_conversations')
      .update({ script_id: script.id, title: 'Linked', updated_at: new Date().toISOString() })
      .eq('id', id)
      .select()
  expect((await link(bert, foreign)).data).toEqual([])
  expect(await link(anna, foreign)).toMatchObject({ status: 409, error: { code: '23503' } })
  expect((await link(anna, mine)).data).toMatchObject([{ script_id: mine.id, title: 'Linked' }])
})

test('titles are updated by script and user', async () => {
  const { anna, bert } = fixture
  const script = await newScript(anna, 'Noir')
  const ids = [await begin(anna, 'One', script.id), await begin(anna, 'Two', script.id)].map(
    ({ id }) => id,
  )
  const apart = await begin(anna, 'Apart')
  const retitle = ({ client }: SignedIn) =>
    client
      .from('chat_conversations')
      .update({ title: 'Chat: Noir' })
      .eq('script_id', script.id)
      .eq('user_id', anna.id)
  expect((await retitle(bert)).status).toBe(204)
  const untouched = await anna.client.from('chat_conversations').select('title').in('id', ids)
  expect(untouched.data?.map(({ title }) => title).toSorted()).toEqual(['One', 'Two'])
  expect((await retitle(anna)).status).toBe(204)
  const all = await anna.client
    .from('chat_conversations')
    .select('title')
    .in('id', [...ids, apart.id])
    .order('title')
  expect(all.data?.map(({ title }) => title)).toEqual(['Apart', 'Chat: Noir', 'Chat: Noir'])
})

test('messages in order, and the conversation is touched', async () => {
  const { anna, bert, admin, anonymous } = fixture
  const talk = await begin(anna, 'Talk')
  for (const content of ['one', 'two', 'three']) {
    const said = await say(anna, talk, content)
    expect(said).toMatchObject({ status: 201, data: { content, type: 'user', user_id: anna.id } })
    const touched = await anna.client
      .from('chat_conversations')
      .update({ updated_at: new Date().toISOString() })
      .eq('id', talk.id)
    expect(touched.status).toBe(204)
  }
  const { data } = await messages(anna, talk)
  expect(data?.map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  for (const other of [bert, admin]) expect((await messages(other, talk)).data).toEqual([])
  expect((await messages({ client: anonymous }, talk)).status).toBe(401)
})

test('users can only add messages of their own and of kind text, not answers or stop notes', async () => {
  const { anna } = fixture
  const talk = await begin(anna, 'Not stopped')
  expect(await say(anna, talk, STOPPED_BY_USER)).toMatchObject({ data: { kind: 'text' } })
  for (const forged of [{ type: 'ai' }, { type: 'user', kind: 'stopped' }] as const) {
    const answer = await anna.client
      .from('chat_messages')
      .insert({ conversation_id: talk.id, content: 'forged', ...forged })
    expect(answer).toMatchObject({ status: 403, error: { code: '42501' } })
  }
  expect((await messages(anna, talk)).data).toHaveLength(1)
})

test('a message is deleted by conversation, content and type, or by its id', async () => {
  const { anna, bert } = fixture
  const talk = await begin(anna, 'Talk')
  for (const content of ['a, "b" (c)', 'twin', 'twin']) await say(anna, talk, content)
  const remove = ({ client }: SignedIn, content: string) =>
    client
      .from('chat_messages')
      .delete()
      .eq('conversation_id', talk.id)
      .eq('content', content)
      .eq('type', 'user')
  expect((await remove(bert, 'twin')).error).toBeNull()
  expect((await messages(anna, talk)).data).toHaveLength(3)
  expect((await remove(anna, 'a, "b" (c)')).status).toBe(204)
  const left = only(await messages(anna, talk))
  expect(left.map(({ content }) => content)).toEqual(['twin', 'twin'])
  await anna.client
    .from('chat_messages')
    .delete()
    .eq('id', left[0]?.id ?? '')
  expect((await messages(anna, talk)).data).toHaveLength(1)
})

test('a conversation is deleted after all of its messages', async () => {
  const { anna, bert } = fixture
  const talk = await begin(anna, 'Over')
  await say(anna, talk, 'bye')
  const remove = async ({ client }: SignedIn) => [
    (await client.from('chat_messages').delete().eq('conversation_id', talk.id).select('content'))
      .data,
    (await client.from('chat_conversations').delete().eq('id', talk.id).select('title')).data,
  ]
  expect(await remove(bert)).toEqual([[], []])
  expect(await remove(anna)).toEqual([[{ content: 'bye' }], [{ title: 'Over' }]])
})

test('a script has 1,000 conversations, and a writer 10,000; others have their own', async () => {
  const { anna, bert } = fixture
  const script = await newScript(anna, 'Much talked about')
  const about = (person: SignedIn, count: number, script_id: string | null) =>
    person.client
      .from('chat_conversations')
      .insert(Array.from({ length: count }, (_, n) => ({ script_id, title: `Talk ${n}` })))
  expect((await about(anna, 1_000, script.id)).error).toBeNull()
  const refusal = { code: 'PT400', message: 'too_many_conversations' }
  expect((await about(anna, 1, script.id)).error).toMatchObject(refusal)
  const another = await begin(anna, 'About nothing')
  const moved = anna.client.from('chat_conversations').update({ script_id: script.id })
  expect((await moved.eq('id', another.id)).error).toMatchObject(refusal)
  let added = 0
  while (added < 10 && (await about(anna, 1_000, null)).error === null) added += 1
  expect(added).toBe(8)
  const { count } = await anna.client
    .from('chat_conversations')
    .select('*', { count: 'exact', head: true })
  expect((await about(anna, 10_001 - (count ?? 0), null)).error).toMatchObject(refusal)
  expect((await about(anna, 10_000 - (count ?? 0), null)).error).toBeNull()
  expect((await about(bert, 1, null)).error).toBeNull()
})
