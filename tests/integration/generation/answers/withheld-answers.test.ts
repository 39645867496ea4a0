import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY, room } from '../../../support/documents/forty-rooms.ts'
import { versionsOf } from '../../versions/text-fixture.ts'
import { answered, answersOf, chatAbout, workingText, write, asking } from './answer-fixture.ts'
import { cancel, ended, statusOf } from '../generation-fixture.ts'
import { hostileFixture, underWay } from '../hostile-fixture.ts'

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

test.each([
  ['leaves an existing script as it is', FORTY, FORTY, null, FORTY],
  ['fills an empty script, as a version of its job', '', '', null, HALF],
  [
    'does not replace what the writer typed before stopping it',
    '',
    '',
    'My own words.',
    'My own words.',
  ],
  ['does not replace a script that only the request had', '', FORTY, null, undefined],
])('a stopped answer %s', async (_, text, currentScript, typed, after) => {
  const chat = await chatAbout(anna, text)
  const more = { conversationId: chat.id, currentScript }
  const { jobId } = await underWay(fixture, anna, HALF, more)
  if (typed !== null) await write(anna, chat, typed)
  await cancel(anna, jobId)
  const [script, withheld] = after === HALF ? [HALF, null] : [null, 'stopped']
  expect(await answersOf(anna, chat)).toMatchObject([{ content: HALF, withheld }])
  expect(await statusOf(anna, jobId)).toMatchObject({ code: 'stopped', withheld, script })
  expect(await workingText(anna, chat)).toBe(after)
  const versions = anna.client.from('script_versions').select('origin').eq('job_id', jobId)
  expect((await versions).data).toEqual(script === null ? [] : [{ origin: 'answer' }])
})

test('a failed answer changes nothing', async () => {
  const chat = await chatAbout(anna, FORTY)
  const more = { conversationId: chat.id, currentScript: FORTY }
  const { jobId, answer } = await underWay(fixture, anna, room(1), more)
  answer.reset()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'failed', script: null, withheld: null })
  expect(await workingText(anna, chat)).toBe(FORTY)
  expect(await answersOf(anna, chat)).toEqual([])
})
