import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { accepted, begin, ended, messagesOf } from '../generation-fixture.ts'
import { hostileFixture } from '../hostile-fixture.ts'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna', { learningLoop: true }))
const bert = forFile(() => fixture.person('bert', { learningLoop: true }))
const without = forFile(() => fixture.person('without'))

/** An answer in one of the user's conversations. */
async function answerFor(person: SignedIn) {
  const conversation = await begin(person)
  await ended(person, await accepted(person, { conversationId: conversation.id }))
  const [message] = await messagesOf(person, conversation)
  if (!message) throw new Error('there is no answer')
  return message
}

type Saved = { user_id: string; content: string; message_id?: string | null }

const save = ({ client, id }: SignedIn, more: Partial<Saved>) =>
  client
    .from('golden_examples')
    .insert({ user_id: id, content: 'FADE IN:', topic: 'Script Writing', ...more })

const kept = async ({ client }: SignedIn, messageId: string) =>
  only(await client.from('golden_examples').select('content').eq('message_id', messageId))

test('an example refers to its message, and its owner can read it', async () => {
  const { id, content } = await answerFor(anna)
  expect(await save(anna, { content, message_id: id })).toMatchObject({ status: 201 })
  expect(await kept(anna, id)).toEqual([{ content }])
  expect(await kept(bert, id)).toEqual([])
})

test('an example need not come from a message', async () => {
  expect(await save(bert, { content: 'One' })).toMatchObject({ status: 201 })
  expect(await save(bert, { content: 'One', message_id: null })).toMatchObject({ status: 201 })
})

test('saving requires Learning Loop access, approval and a session', async () => {
  const { id } = await answerFor(without)
  const pending = await fixture.person('pending', { approved: false, learningLoop: true })
  const restricted = await fixture.person('restricted', { learningLoop: true })
  expect(await save(restricted, {})).toMatchObject({ status: 201 })
  await fixture.database.pool.query('update public.profiles set approved = false where id = $1', [
    restricted.id,
  ])
  const nobody = { ...anna, client: fixture.anonymous }
  for (const [person, status] of [
    [without, 403],
    [pending, 403],
    [restricted, 403],
    [nobody, 401],
  ] as const) {
    expect(await save(person, {})).toMatchObject({ status, error: { code: '42501' } })
  }
  expect(await save(without, { message_id: id })).toMatchObject({ status: 403 })
  expect(await save(anna, { user_id: bert.id })).toMatchObject({ status: 403 })
})

test("the message must be the writer's own; another's looks like a missing one", async () => {
  const { id } = await answerFor(bert)
  const missing = await save(anna, { message_id: randomUUID() })
  expect(missing).toMatchObject({ status: 409, error: { code: '23503' } })
  const foreign = await save(anna, { message_id: id })
  expect([foreign.status, foreign.error?.message]).toEqual([missing.status, missing.error?.message])
  expect(await kept(bert, id)).toEqual([])
})

test('saving a message twice is a conflict', async () => {
  const { id } = await answerFor(anna)
  expect(await save(anna, { message_id: id })).toMatchObject({ status: 201 })
  const again = await save(anna, { message_id: id, content: 'Other' })
  expect(again).toMatchObject({ status: 409, error: { code: '23505' } })
  expect(await kept(anna, id)).toEqual([{ content: 'FADE IN:' }])
})

test('a message whose example was deleted can be saved again', async () => {
  const { id } = await answerFor(anna)
  expect(await save(anna, { message_id: id })).toMatchObject({ status: 201 })
  await anna.client.from('golden_examples').delete().eq('message_id', id)
  expect(await save(anna, { message_id: id })).toMatchObject({ status: 201 })
})

test('an upsert that ignores duplicates succeeds, even ten times at once, and stores one', async () => {
  const { id } = await answerFor(anna)
  const upsert = () =>
    anna.client
      .from('golden_examples')
      .upsert(
        { user_id: anna.id, content: 'FADE IN:', topic: 'Script Writing', message_id: id },
        { onConflict: 'user_id,message_id', ignoreDuplicates: true },
      )
  const answers = await Promise.all(Array.from({ length: 10 }, upsert))
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  expect(await upsert()).toMatchObject({ error: null })
  expect(await kept(anna, id)).toEqual([{ content: 'FADE IN:' }])
})

test('two writers can save the same text', async () => {
  const [hers, his] = [await answerFor(anna), await answerFor(bert)]
  expect(await save(anna, { message_id: hers.id })).toMatchObject({ status: 201 })
  expect(await save(bert, { message_id: his.id })).toMatchObject({ status: 201 })
  expect(await kept(anna, his.id)).toEqual([])
})

test('an example outlives its message and the whole conversation', async () => {
  const writer = await fixture.person('writer', { learningLoop: true })
  const conversation = await begin(writer)
  await ended(writer, await accepted(writer, { conversationId: conversation.id }))
  const [message] = await messagesOf(writer, conversation)
  await save(writer, { message_id: message?.id ?? null, content: 'Kept' })
  await writer.client.from('chat_conversations').delete().eq('id', conversation.id)
  const { data } = await writer.client.from('golden_examples').select('content, message_id')
  expect(data).toEqual([{ content: 'Kept', message_id: null }])
})
