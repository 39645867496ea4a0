import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY, room } from '../../../support/documents/forty-rooms.ts'
import { versionsOf } from '../../versions/text-fixture.ts'
import {
  answered,
  answersOf,
  type Chat,
  chatAbout,
  workingText,
  write,
  asking,
} from './answer-fixture.ts'
import { accepted, cancel, ended, statusOf, until } from '../generation-fixture.ts'
import { hostileFixture } from '../hostile-fixture.ts'

const HALF = 'INT. ROOM 1 - NIGHT\n\nThe lamp of ro'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))

test.each([
  ['was cut off', HALF, 'cutting', 'cut_off'],
  ['was cut off after its last scene', FORTY, 'cutting', 'cut_off'],
  ['was filtered by the provider', HALF, 'refusing', 'cut_off'],
  ['has a placeholder', `${room(3)}\n[rest unchanged]\n`, 'ending', 'placeholder'],
  ['is a refusal', "I'm sorry, but I can't help with that.", 'ending', 'refusal'],
  ['is conversation', 'Do you want it darker or quieter?', 'ending', 'conversation'],
] as const)('an answer that %s leaves the script as it is', async (_, answer, how, withheld) => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const { status, message } = await answered({ ...asked, answer, how })
  expect(status).toMatchObject({ status: 'completed', result: answer, withheld, script: null })
  expect(message).toMatchObject({ content: answer, withheld, used_at: null })
  expect(await workingText(anna, chat)).toBe(FORTY)
  expect(await versionsOf(anna.client, chat.workId)).toEqual([[1, 'import', FORTY]])
})

test('the first complete screenplay fills an empty script, other answers do not', async () => {
  const fill = async (answer: string, how: 'ending' | 'cutting' = 'ending') => {
    const { chat, asked } = await asking(fixture, anna, '')
    const { status } = await answered({ ...asked, answer, how })
    return { withheld: status.withheld, text: await workingText(anna, chat) }
  }
  expect(await fill(room(1))).toEqual({ withheld: null, text: room(1) })
  expect(await fill(room(1), 'cutting')).toEqual({ withheld: 'cut_off', text: undefined })
  expect(await fill('About what?')).toEqual({ withheld: 'conversation', text: undefined })
})

async function stopped(chat: Chat, currentScript: string, meanwhile?: () => Promise<unknown>) {
  const waiting = fixture.saysAndWaits(HALF)
  const jobId = await accepted(anna, { conversationId: chat.id, currentScript })
  await waiting
  await until(anna, jobId, { status: 'processing', partial: HALF })
  await meanwhile?.()
  await cancel(anna, jobId)
  const [answer] = await answersOf(anna, chat)
  return { jobId, answer, status: await statusOf(anna, jobId), text: await workingText(anna, chat) }
}

test('a stopped answer leaves an existing script as it is', async () => {
  const chat = await chatAbout(anna, FORTY)
  const { answer, status, text } = await stopped(chat, FORTY)
  expect(answer).toMatchObject({ content: HALF, withheld: 'stopped' })
  expect(status).toMatchObject({ code: 'stopped', withheld: 'stopped', script: null })
  expect(text).toBe(FORTY)
})

test('a stopped answer fills an empty script, as a version of its job', async () => {
  const chat = await chatAbout(anna, '')
  const { jobId, answer, status, text } = await stopped(chat, '')
  expect(answer).toMatchObject({ withheld: null })
  expect(status).toMatchObject({ code: 'stopped', withheld: null, script: HALF })
  expect(text).toBe(HALF)
  const versions = await anna.client.from('script_versions').select('origin, job_id')
  expect(versions.data).toContainEqual({ origin: 'answer', job_id: jobId })
})

test('what the writer typed before stopping the answer is not replaced by it', async () => {
  const chat = await chatAbout(anna, '')
  const { answer, text } = await stopped(chat, '', () => write(anna, chat, 'My own words.'))
  expect(answer).toMatchObject({ withheld: 'stopped' })
  expect(text).toBe('My own words.')
})

test('a stopped answer does not replace a script that only the request had', async () => {
  const chat = await chatAbout(anna, '')
  const { answer, text } = await stopped(chat, FORTY)
  expect(answer).toMatchObject({ withheld: 'stopped' })
  expect(text).toBeUndefined()
})

test('a failed answer changes nothing', async () => {
  const chat = await chatAbout(anna, FORTY)
  const waiting = fixture.saysAndWaits(room(1))
  const jobId = await accepted(anna, { conversationId: chat.id, currentScript: FORTY })
  const answer = await waiting
  await until(anna, jobId, { partial: room(1) })
  answer.reset()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'failed', script: null, withheld: null })
  expect(await workingText(anna, chat)).toBe(FORTY)
  expect(await answersOf(anna, chat)).toEqual([])
})
