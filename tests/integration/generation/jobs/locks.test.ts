import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import type { SignedIn } from '../../../support/rest/fixture.ts'
import { ask, cancel, countsOf, ended, statusOf } from '../generation-fixture.ts'
import { holdRow } from '../../../support/database/held-lock.ts'
import { hostileFixture, inTheMiddle } from '../hostile-fixture.ts'

// Transactions that lock the same rows must do so in the same order; here they are made to collide.

const fixture = forFile(hostileFixture)

type Running = Awaited<ReturnType<typeof inTheMiddle>>

const ends: Record<string, (person: SignedIn, running: Running) => unknown> = {
  completed: (_, { answer }) => answer.end(),
  failed: (_, { answer }) => answer.reset(),
  stopped: (person, { jobId }) => cancel(person, jobId),
}
const rivals: Record<string, (person: SignedIn, running: Running) => PromiseLike<Rival>> = {
  'the next request in its conversation': (person, { conversation }) =>
    ask(person, { conversationId: conversation.id }),
  'the next prompt, which is stored in its conversation': (person, { conversation }) =>
    ask(person, { conversationId: conversation.id, message: { id: randomUUID() } }),
  'the deletion of its conversation': ({ client }, { conversation }) =>
    client.from('chat_conversations').delete().eq('id', conversation.id),
}
type Rival = { status: number }

const pairs = Object.keys(ends).flatMap((how) => Object.keys(rivals).map((rival) => [how, rival]))

test.each(pairs)('a generation that is %s meets %s', async (how = '', rival = '') => {
  const person = await fixture.person('anna')
  const running = await inTheMiddle(fixture, person, 'FADE IN:')
  const asked = fixture.provider.requests.length
  const logged = fixture.server.log.length
  const { awaitedBy, waiting, release } = await holdRow(
    fixture.database.pool,
    'chat_conversations',
    running.conversation.id,
  )
  const other = Promise.resolve(rivals[rival]?.(person, running))
  await awaitedBy(1)
  const end = ends[how]?.(person, running)
  // An end that takes no lock on the conversation may have finished already.
  const isThere = async () =>
    (await waiting()) === 2 || (await statusOf(person, running.jobId)).status === 'failed'
  await expect.poll(isThere).toBe(true)
  await release()
  // If the job ended first, the next request is accepted.
  expect((await other)?.status).toBeOneOf([200, 204, 409])
  await end
  const job = await ended(person, running.jobId)
  expect(job.status).toBe(how === 'completed' ? 'completed' : 'failed')
  expect(job.code === 'stopped').toBe(how === 'stopped')
  const isNext = rival.startsWith('the next') && (await other)?.status === 200
  expect(fixture.provider.requests.length - asked).toBe(isNext ? 1 : 0)
  expect(await countsOf(fixture, person)).toMatchObject({
    used: (how === 'failed' ? 0 : 1) + (isNext ? 1 : 0),
  })
  expect(fixture.server.log.slice(logged).filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test("stopping another user's job does not wait for its locks", async () => {
  const [anna, bert] = [await fixture.person('anna'), await fixture.person('bert')]
  const { conversation, jobId, answer } = await inTheMiddle(fixture, anna, 'FADE IN:')
  const { release } = await holdRow(fixture.database.pool, 'chat_conversations', conversation.id)
  expect(await cancel(bert, jobId)).toMatchObject({ status: 404 })
  await release()
  answer.end()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'completed' })
})
