import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { holdTimers } from '../../../support/hold-timers.ts'
import { STOPPED_BY_USER } from '../../../../contract/generation.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import {
  accepted,
  begin,
  cancel,
  check,
  countsOf,
  ended,
  messagesOf,
  refused,
  statusOf,
  unapplied,
} from '../generation-fixture.ts'
import { hostileFixture, inTheMiddle, underWay } from '../hostile-fixture.ts'

// One job at a time, so that the next one stays pending.
const fixture = forFile(() => hostileFixture({ WORKER_CONCURRENCY: '1' }))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const stopped = { status: 200, body: { status: 'failed' } }
const ai = (jobId: string, content: string, kind = 'text') => ({
  id: expect.any(String) as string,
  type: 'ai',
  kind,
  content,
  job_id: jobId,
  used_examples: [],
})
const stopNote = (jobId: string) => ai(jobId, STOPPED_BY_USER, 'stopped')
const touched = async ({ client }: SignedIn, { id }: { id: string }) =>
  only(await client.from('chat_conversations').select('updated_at').eq('id', id).single())
    .updated_at

test('the request to the provider is closed at once, and the text so far is kept', async () => {
  // Also holds the heartbeat, which would find that the job has ended.
  holdTimers(1_000)
  const { conversation, jobId, request } = await inTheMiddle(fixture, anna)
  const before = await touched(anna, conversation)
  expect(await cancel(anna, jobId)).toEqual(stopped)
  await request?.closed
  const messages = await messagesOf(anna, conversation)
  expect(messages).toEqual([ai(jobId, 'FADE IN:\n\n'), stopNote(jobId)])
  expect(await check(anna, jobId)).toEqual({
    status: 200,
    body: {
      status: 'failed',
      result: null,
      error: STOPPED_BY_USER,
      code: 'stopped',
      partial: 'FADE IN:\n\n',
      messageId: messages[1]?.id,
      ...unapplied,
      script: 'FADE IN:\n\n',
    },
  })
  expect(Date.parse(await touched(anna, conversation))).toBeGreaterThan(Date.parse(before))
})

test('stopped before the first word, it leaves only the note and still counts', async () => {
  const asker = await fixture.person('asker')
  const { conversation, jobId, request } = await inTheMiddle(fixture, asker, '')
  expect(await cancel(asker, jobId)).toEqual(stopped)
  await request?.closed
  expect(await messagesOf(asker, conversation)).toEqual([stopNote(jobId)])
  expect(await countsOf(fixture, asker)).toEqual({ used: 1, jobs: 1 })
})

test('without a conversation it is stopped without a message', async () => {
  const { jobId } = await underWay(fixture, anna, 'FADE')
  expect(await cancel(anna, jobId)).toEqual(stopped)
  expect(await statusOf(anna, jobId)).toMatchObject({ code: 'stopped', messageId: null })
})

test('a pending job is never started, and frees its conversation', async () => {
  const busy = await inTheMiddle(fixture, bert)
  const conversation = await begin(anna)
  const jobId = await accepted(anna, { conversationId: conversation.id })
  expect(await statusOf(anna, jobId)).toMatchObject({ status: 'pending' })
  expect(await cancel(anna, jobId)).toEqual(stopped)
  expect(await messagesOf(anna, conversation)).toEqual([stopNote(jobId)])
  const next = await accepted(anna, { conversationId: conversation.id, prompt: 'The next one' })
  const before = fixture.provider.requests.length
  busy.answer.end()
  expect(await ended(anna, next)).toMatchObject({ status: 'completed' })
  expect(fixture.provider.requests).toHaveLength(before + 1)
  expect(JSON.stringify(fixture.provider.requests.at(-1)?.body)).toContain('The next one')
})

test('stopping twice, or ten times at once, stops once', async () => {
  const { conversation, jobId } = await inTheMiddle(fixture, anna)
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(anna, jobId)))
  expect(answers).toEqual(answers.map(() => stopped))
  const before = await statusOf(anna, jobId)
  expect(await cancel(anna, jobId)).toEqual(stopped)
  expect(await statusOf(anna, jobId)).toEqual(before)
  expect(await messagesOf(anna, conversation)).toHaveLength(2)
})

test('an ended job does not change', async () => {
  const { conversation, jobId, answer } = await inTheMiddle(fixture, anna)
  answer.end()
  const completed = await ended(anna, jobId)
  expect(completed).toMatchObject({ status: 'completed', result: 'FADE IN:\n\n' })
  expect(await cancel(anna, jobId)).toEqual({ status: 200, body: { status: 'completed' } })
  expect(await statusOf(anna, jobId)).toEqual(completed)
  expect(await messagesOf(anna, conversation)).toEqual([ai(jobId, 'FADE IN:\n\n')])

  fixture.behave((next) => next.refuse(401))
  const failed = await accepted(anna, { conversationId: conversation.id })
  const failure = await ended(anna, failed)
  expect(failure).toMatchObject({ status: 'failed', code: 'provider_refused_key' })
  expect(await cancel(anna, failed)).toEqual(stopped)
  expect(await statusOf(anna, failed)).toEqual(failure)
  expect(await messagesOf(anna, conversation)).toHaveLength(1)
})

test("another user's job looks like one that does not exist, and goes on", async () => {
  const { conversation, jobId, answer } = await inTheMiddle(fixture, anna)
  const never = await cancel(bert, randomUUID())
  expect(never).toEqual(refused(404, 'job_not_found', 'This generation does not exist.'))
  expect(await cancel(bert, jobId)).toEqual(never)
  answer.end()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'completed' })
  expect(await messagesOf(anna, conversation)).toHaveLength(1)
})
