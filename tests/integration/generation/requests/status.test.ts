import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import {
  accepted,
  begin,
  check,
  ended,
  messagesOf,
  refused,
  statusOf,
  unapplied,
  until,
} from '../generation-fixture.ts'
import { hostileFixture, underWay } from '../hostile-fixture.ts'
import { setStanding } from '../../../support/people.ts'
import { saying } from '../../../support/providers/hostile-provider.ts'

const fixture = forFile(() => hostileFixture({ WORKER_CONCURRENCY: '1' }))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const nothingYet = {
  result: null,
  error: null,
  code: null,
  partial: '',
  messageId: null,
  ...unapplied,
}

test('from pending through partial text to the result and its message', async () => {
  const busy = fixture.saysAndWaits('')
  await accepted(bert)
  const first = await busy
  const conversation = await begin(anna)
  const jobId = await accepted(anna, { conversationId: conversation.id })
  expect(await check(anna, jobId)).toEqual({
    status: 200,
    body: { status: 'pending', ...nothingYet, place: expect.toBeOneOf([null, 1]) as null },
  })

  const waiting = fixture.saysAndWaits('FADE IN: 🌊')
  first.end()
  const answer = await waiting
  await until(anna, jobId, { partial: 'FADE IN: 🌊' })
  expect(await statusOf(anna, jobId)).toEqual({
    ...nothingYet,
    status: 'processing',
    partial: 'FADE IN: 🌊',
  })
  answer.say('\n\nINT. SHIP')
  await until(anna, jobId, { partial: 'FADE IN: 🌊\n\nINT. SHIP' })
  expect(await messagesOf(anna, conversation)).toEqual([])

  answer.say(' - NIGHT')
  answer.end()
  const result = 'FADE IN: 🌊\n\nINT. SHIP - NIGHT'
  const completed = await ended(anna, jobId)
  const messages = await messagesOf(anna, conversation)
  expect(messages).toMatchObject([{ type: 'ai', content: result, job_id: jobId }])
  expect(completed).toEqual({
    ...nothingYet,
    status: 'completed',
    result,
    partial: result,
    messageId: messages[0]?.id,
    script: result,
  })
})

test('a failed job says why in a sentence, and leaves no message', async () => {
  fixture.behave((answer) => answer.refuse(401, { error: { message: 'sk-123 is wrong' } }))
  const conversation = await begin(anna)
  const jobId = await accepted(anna, { conversationId: conversation.id })
  expect(await ended(anna, jobId)).toEqual({
    ...nothingYet,
    status: 'failed',
    error: 'The AI service rejected this server. Please tell your administrator.',
    code: 'provider_refused_key',
  })
  expect(await messagesOf(anna, conversation)).toEqual([])
})

test('a job that fails in the middle keeps the text so far', async () => {
  const { jobId, answer } = await underWay(fixture, anna, 'FADE IN:')
  answer.reset()
  expect(await ended(anna, jobId)).toMatchObject({
    status: 'failed',
    result: null,
    partial: 'FADE IN:',
    messageId: null,
  })
})

test('the answer becomes the newest message, and its conversation the most recent', async () => {
  fixture.behave(saying('FADE IN:'))
  const [older, newer] = [await begin(anna, 'Older'), await begin(anna, 'Newer')]
  await anna.client
    .from('chat_messages')
    .insert({ conversation_id: older.id, type: 'user', content: 'A storm at sea' })
  await ended(anna, await accepted(anna, { conversationId: older.id }))
  const { data } = await anna.client
    .from('chat_conversations')
    .select('id')
    .order('updated_at', { ascending: false })
    .limit(2)
  expect(data).toEqual([{ id: older.id }, { id: newer.id }])
  const types = (await messagesOf(anna, older)).map(({ type }) => type)
  expect(types).toEqual(['user', 'ai'])
})

test("another user's job looks like one that does not exist", async () => {
  const jobId = await accepted(anna)
  const admin = await fixture.person('admin')
  await setStanding(fixture.database.pool, admin, { role: 'admin' })
  const never = await check(bert, randomUUID())
  expect(never).toEqual(refused(404, 'job_not_found', 'This generation does not exist.'))
  for (const person of [bert, admin]) expect(await check(person, jobId)).toEqual(never)
  await ended(anna, jobId)
  for (const person of [bert, admin]) expect(await check(person, jobId)).toEqual(never)
})
