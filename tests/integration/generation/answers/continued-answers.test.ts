import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY } from '../../../support/documents/forty-rooms.ts'
import { versionsOf } from '../../versions/text-fixture.ts'
import { answered, answersOf, type Chat, chatAbout, workingText, asking } from './answer-fixture.ts'
import { accepted, ask, countsOf, ended, refused, until } from '../generation-fixture.ts'
import { askedFor, hostileFixture } from '../hostile-fixture.ts'
import { saying } from '../../../support/providers/hostile-provider.ts'

const PROMPT = 'Make room 3 darker'
const DARKER = FORTY.replace('The lamp of room 3', 'No lamp')
const cutAt = (words: string) => DARKER.slice(0, DARKER.indexOf(words))
const FIRST = cutAt('om 20 flickers')
const SECOND = cutAt('ber 30.')

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))

async function cutOff(person = anna) {
  const { chat, asked } = await asking(fixture, person, FORTY)
  const { message } = await answered({ ...asked, answer: FIRST, how: 'cutting' })
  expect(message).toMatchObject({ withheld: 'cut_off' })
  return { chat, continues: message?.id ?? '' }
}

const request = (chat: Chat, continues: string) => ({
  conversationId: chat.id,
  prompt: PROMPT,
  currentScript: FORTY,
  continues,
})

test('a continued answer is the whole of it, and becomes the script when it is complete', async () => {
  const person = await fixture.person('continuing')
  const { chat, continues } = await cutOff(person)
  const waiting = fixture.saysAndWaits(SECOND.slice(FIRST.length))
  const jobId = await accepted(person, request(chat, continues))
  const answer = await waiting
  // The text that is being continued is shown from the start.
  await until(person, jobId, { partial: SECOND })
  expect(askedFor(fixture.provider.requests.at(-1)).slice(-2)).toMatchObject([
    { role: 'assistant', content: FIRST },
    { role: 'user', content: expect.stringContaining('Continue it exactly') as string },
  ])
  answer.end('cutting')
  expect(await ended(person, jobId)).toMatchObject({
    result: SECOND,
    withheld: 'cut_off',
    script: null,
  })
  expect(await workingText(person, chat)).toBe(FORTY)

  // Continue again, with a model that repeats its last line.
  const [, second] = await answersOf(person, chat)
  fixture.behave(saying(`This is the door with the num${DARKER.slice(SECOND.length)}`))
  const last = await ended(person, await accepted(person, request(chat, second?.id ?? '')))
  expect(last).toMatchObject({ result: DARKER, withheld: null, script: DARKER })
  expect(await versionsOf(person.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'answer', DARKER],
  ])
  expect(await countsOf(fixture, person)).toEqual({ used: 3, jobs: 3 })
})

test('the text that is continued is there before the first word, and is not lost by a stop', async () => {
  const { chat, continues } = await cutOff()
  const waiting = fixture.saysAndWaits('')
  const jobId = await accepted(anna, request(chat, continues))
  await waiting
  await until(anna, jobId, { partial: FIRST })
  await anna.client.functions.invoke('cancel-generation', { body: { jobId } })
  expect((await answersOf(anna, chat)).at(-1)).toMatchObject({
    content: FIRST,
    withheld: 'stopped',
  })
})

test('an answer can be continued although it is deleted meanwhile', async () => {
  const { chat, continues } = await cutOff()
  const waiting = fixture.saysAndWaits(DARKER.slice(FIRST.length))
  const jobId = await accepted(anna, request(chat, continues))
  const answer = await waiting
  await anna.client.from('chat_messages').delete().eq('id', continues)
  answer.end()
  expect(await ended(anna, jobId)).toMatchObject({ result: DARKER, script: DARKER })
})

test('only an own answer in this conversation that was cut off can be continued', async () => {
  const { chat, continues } = await cutOff()
  const before = await countsOf(fixture, anna)
  const complete = await chatAbout(anna, FORTY)
  const asked = { fixture, person: anna, chat: complete, currentScript: FORTY, answer: DARKER }
  const { message } = await answered(asked)
  const bert = await fixture.person('bert')
  const his = await chatAbout(bert, FORTY)
  const none = refused(404, 'message_not_found', 'There is no such answer that was cut off.')
  expect(await ask(anna, request(chat, randomUUID()))).toEqual(none)
  expect(await ask(anna, request(complete, message?.id ?? ''))).toEqual(none)
  expect(await ask(anna, request(complete, continues))).toEqual(none)
  expect(await ask(anna, { ...request(chat, continues), conversationId: null })).toEqual(none)
  expect(await ask(bert, request(his, continues))).toEqual(none)
  expect(await ask(anna, request(chat, 'x'))).toMatchObject({ status: 400 })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: (before?.used ?? 0) + 1 })
})

test('an answer that has no room for more is not continued', async () => {
  const { chat, continues } = await cutOff()
  await fixture.database.pool.query(
    "update public.chat_messages set content = repeat('x', 819201) where id = $1",
    [continues],
  )
  expect(await ask(anna, request(chat, continues))).toEqual(
    refused(413, 'answer_is_too_long', 'This answer is too long to be continued.'),
  )
})
