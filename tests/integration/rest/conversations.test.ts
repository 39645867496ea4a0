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

const messages = ({ client }: SignedIn, conversation: { id: string }) =>
  client
    .from('chat_messages')
    .select('*')
    .eq('conversation_id', conversation.id)
    .order('created_at', { ascending: true })

test("linking and renaming, never to another user's script", async () => {
  const { anna, bert } = fixture
  const [mine, foreign] = [await newScript(anna), await newScript(bert)]
  const { id } = await begin(anna, 'Loose')
  const link = (script: { id: string }) =>
    anna.client
      .from('chat_conversations')
      .update({ script_id: script.id, title: 'Linked', updated_at: new Date().toISOString() })
      .eq('id', id)
      .select()
  expect(await link(foreign)).toMatchObject({ status: 409, error: { code: '23503' } })
  expect((await link(mine)).data).toMatchObject([{ script_id: mine.id, title: 'Linked' }])
})

test('users can only add messages of kind text, not answers or stop notes', async () => {
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
