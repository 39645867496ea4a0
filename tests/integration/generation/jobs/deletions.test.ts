import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import type { SignedIn } from '../../../support/rest/fixture.ts'
import {
  accepted,
  begin,
  cancel,
  countsOf,
  ended,
  messagesOf,
  statusOf,
  unapplied,
} from '../generation-fixture.ts'
import { holdRow } from '../../../support/database/held-lock.ts'
import { hostileFixture, inTheMiddle } from '../hostile-fixture.ts'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const deleteTalk = ({ client }: SignedIn, { id }: { id: string }) =>
  client.from('chat_conversations').delete().eq('id', id)

const failures = () => fixture.server.log.filter(({ level }) => Number(level) >= 50)

test('a job whose conversation was deleted completes without a message', async () => {
  const { conversation, jobId, answer } = await inTheMiddle(fixture, anna, 'FADE IN:')
  expect(await deleteTalk(anna, conversation)).toMatchObject({ status: 204 })
  answer.say(' THE END.')
  answer.end()
  expect(await ended(anna, jobId)).toEqual({
    status: 'completed',
    result: 'FADE IN: THE END.',
    error: null,
    code: null,
    partial: 'FADE IN: THE END.',
    messageId: null,
    ...unapplied,
    withheld: 'conversation',
  })
  expect(await messagesOf(anna, conversation)).toEqual([])
  expect(failures()).toEqual([])
})

test('a job whose conversation was deleted can be stopped', async () => {
  const { conversation, jobId, request } = await inTheMiddle(fixture, anna, 'FADE IN:')
  await deleteTalk(anna, conversation)
  expect(await cancel(anna, jobId)).toMatchObject({ body: { status: 'failed' } })
  await request?.closed
  expect(await statusOf(anna, jobId)).toMatchObject({ code: 'stopped', messageId: null })
})

test('deleting the answer of a job leaves the job completed', async () => {
  const conversation = await begin(anna)
  const jobId = await accepted(anna, { conversationId: conversation.id })
  const { messageId } = await ended(anna, jobId)
  const [message] = await messagesOf(anna, conversation)
  expect(messageId).toBe(message?.id)
  await anna.client
    .from('chat_messages')
    .delete()
    .eq('id', messageId ?? '')
  expect(await statusOf(anna, jobId)).toMatchObject({ status: 'completed', messageId: null })
})

test('deleting a user deletes the job and closes the request to the provider; others go on', async () => {
  const leaver = await fixture.person('leaver')
  const { jobId, answer, request } = await inTheMiddle(fixture, leaver, 'FADE IN:')
  await fixture.database.pool.query('delete from auth.users where id = $1', [leaver.id])
  answer.say(' THE END.')
  await request?.closed
  expect(await countsOf(fixture, leaver)).toEqual({ used: 0, jobs: 0 })
  const { rows } = await fixture.database.pool.query(
    'select from private.generation_inputs where job_id = $1',
    [jobId],
  )
  expect(rows).toEqual([])
  expect(await ended(bert, await accepted(bert))).toMatchObject({ status: 'completed' })
  expect(failures()).toEqual([])
})

// The two lock orders in which the job's end and the deletion could deadlock.
test.each([
  ['completed', 'chat_conversations'],
  ['failed', 'generation_jobs'],
])('a generation that is %s meets the deletion of its user', async (how, table) => {
  const leaver = await fixture.person('leaver')
  const { conversation, jobId, answer } = await inTheMiddle(fixture, leaver, 'FADE IN:')
  const { awaitedBy, release } = await holdRow(
    fixture.database.pool,
    table,
    how === 'failed' ? jobId : conversation.id,
  )
  const leave = () =>
    fixture.database.pool.query('delete from auth.users where id = $1', [leaver.id])
  const leaving: Promise<unknown>[] = []
  const steps = [() => answer.end(), () => leaving.push(leave())]
  if (how === 'failed')
    steps.splice(
      0,
      2,
      () => leaving.push(leave()),
      () => answer.reset(),
    )
  for (const [index, step] of steps.entries()) {
    step()
    await awaitedBy(index + 1)
  }
  await release()
  await Promise.all(leaving)
  expect(await ended(bert, await accepted(bert))).toMatchObject({ status: 'completed' })
  expect(await countsOf(fixture, leaver)).toEqual({ used: 0, jobs: 0 })
  expect(failures()).toEqual([])
})
