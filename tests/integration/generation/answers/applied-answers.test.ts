import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY, room } from '../../../support/documents/forty-rooms.ts'
import { keep, pasted, versionsOf } from '../../versions/text-fixture.ts'
import {
  answered,
  answersOf,
  chatAbout,
  secondChat,
  workingText,
  write,
  asking,
} from './answer-fixture.ts'
import { accepted, ended, statusOf } from '../generation-fixture.ts'
import { hostileFixture } from '../hostile-fixture.ts'
import { saying } from '../../../support/providers/hostile-provider.ts'

/** Forty rooms, with the lamp of this one changed. */
const lamp = (n: number, words: string, text = FORTY) =>
  text.replace(`The lamp of room ${n} `, `${words} of room ${n} `)

const DARKER = lamp(3, 'The dead lamp')

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))

test('a complete answer becomes the working text, between two versions', async () => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const { jobId, status, message } = await answered({ ...asked, answer: DARKER })
  expect(status).toMatchObject({ script: DARKER, withheld: null, partlyApplied: false })
  expect(message).toMatchObject({ withheld: null, partly_applied: false })
  expect(await workingText(anna, chat)).toBe(DARKER)
  expect(await versionsOf(anna.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'answer', DARKER],
  ])
  // The status keeps the script that the job produced, whatever is written later.
  await write(anna, chat, 'Something else.')
  expect(await statusOf(anna, jobId)).toMatchObject({ script: DARKER })
})

test('the script of a request without a stored text is kept before the answer', async () => {
  const chat = await chatAbout(anna, '')
  const asked = { fixture, person: anna, chat, currentScript: FORTY }
  await answered({ ...asked, answer: room(3) })
  expect(await workingText(anna, chat)).toBeUndefined()
  await answered({ ...asked, answer: DARKER })
  expect(await versionsOf(anna.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'answer', DARKER],
  ])
})

test('what the writer typed meanwhile stays, and the answer changes the rest', async () => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const typed = `${lamp(7, 'The red lamp')}\nINT. ATTIC - DAWN\n\nA new scene.\n`
  const { status, message } = await answered({
    ...asked,
    // Without the last line break, as providers answer.
    answer: DARKER.trimEnd(),
    meanwhile: () => write(anna, chat, typed),
  })
  const both = lamp(3, 'The dead lamp', typed)
  expect(await workingText(anna, chat)).toBe(both)
  expect(status).toMatchObject({ script: both, withheld: null, partlyApplied: false })
  expect(message).toMatchObject({ partly_applied: false })
  expect(await versionsOf(anna.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'typed', typed],
    [3, 'answer', both],
  ])
})

test("where both changed the same lines, the writer's stay and the answer says so", async () => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const typed = lamp(3, 'The blue lamp')
  const { status, message } = await answered({
    ...asked,
    prompt: 'Make rooms 3 and 4 darker',
    answer: lamp(4, 'No lamp', DARKER),
    meanwhile: () => write(anna, chat, typed),
  })
  const both = lamp(4, 'No lamp', typed)
  expect(await workingText(anna, chat)).toBe(both)
  expect(status).toMatchObject({ script: both, withheld: null, partlyApplied: true })
  expect(message).toMatchObject({ withheld: null, partly_applied: true })
})

test.each([
  ['nothing of it is left to apply', FORTY, DARKER, lamp(3, 'The blue lamp'), 'overlap'],
  ['the writer began a script', '', room(1), room(2), 'overlap'],
  ['the text was emptied, which it fills', FORTY, DARKER, ' \n', null],
])('if meanwhile %s', async (_, before, answer, typed, withheld) => {
  const { chat, asked } = await asking(fixture, anna, before)
  const meanwhile = () => write(anna, chat, typed)
  const { status } = await answered({ ...asked, answer, meanwhile })
  expect(status).toMatchObject({ script: withheld ? null : answer, withheld })
  expect(await workingText(anna, chat)).toBe(withheld ? typed : answer)
})

test('a request about another text than the stored one loses nothing of it', async () => {
  const chat = await chatAbout(anna, FORTY)
  const currentScript = room(3)
  const answer = 'INT. ROOM 3 - NIGHT\n\nNo light at all.\n'
  await answered({ fixture, person: anna, chat, currentScript, answer })
  expect(await workingText(anna, chat)).toBe(FORTY.replace(room(3), answer))
})

test('two answers at once, in two conversations about one script, are both applied', async () => {
  const chat = await chatAbout(anna, FORTY)
  const other = await secondChat(anna, chat)
  const brighter = lamp(9, 'The bright lamp')
  const asked = { fixture, person: anna, currentScript: FORTY }
  const first = await answered({
    ...asked,
    chat,
    answer: DARKER,
    meanwhile: () =>
      answered({ ...asked, chat: other, prompt: 'Make room 9 brighter', answer: brighter }),
  })
  const both = lamp(9, 'The bright lamp', DARKER)
  expect(first.status).toMatchObject({ script: both, withheld: null })
  expect(await workingText(anna, chat)).toBe(both)
  expect(await versionsOf(anna.client, chat.workId)).toMatchObject([
    [1, 'import', FORTY],
    [2, 'answer', brighter],
    [3, 'answer', both],
  ])
})

test('an answer that would make the script larger than 1 MB is withheld', async () => {
  const { chat, asked } = await asking(fixture, anna, room(3))
  const grown = `${room(3)}\nINT. CORRIDOR - DAY\n\n${'A long, long line of action.\n'.repeat(36_000)}`
  const answer = room(3).replace('flickers', 'flickers. '.repeat(1_000))
  const { status, message } = await answered({
    ...asked,
    answer,
    meanwhile: async () =>
      keep(anna.client, chat.workId, 1, pasted(0, room(3).length, grown), grown),
  })
  expect(status).toMatchObject({ status: 'completed', script: null, withheld: 'too_large' })
  expect(message).toMatchObject({ withheld: 'too_large', partly_applied: false })
  expect(await workingText(anna, chat)).toBe(grown)
})

test('so is one of a writer whose texts are full', async () => {
  const { chat, asked } = await asking(fixture, anna, room(3))
  const resize = (by: number) =>
    fixture.database.pool.query(
      'update private.stored_texts set bytes = bytes + $2 where user_id = $1',
      [anna.id, by],
    )
  const { status } = await answered({
    ...asked,
    answer: room(3).replace('flickers', 'is out'),
    meanwhile: () => resize(2 ** 30),
  })
  await resize(-(2 ** 30))
  expect(status).toMatchObject({ status: 'completed', script: null, withheld: 'too_large' })
  expect(await workingText(anna, chat)).toBe(room(3))
})

test('without a conversation, the script has the answer if it may have it', async () => {
  const ask = async (answer: string) => {
    fixture.behave(saying(answer))
    return ended(anna, await accepted(anna, { prompt: 'Make room 3 darker', currentScript: FORTY }))
  }
  expect(await ask(DARKER)).toMatchObject({ script: DARKER, withheld: null })
  expect(await ask('Which room?')).toMatchObject({ script: null, withheld: 'conversation' })
})

test('an answer to a script that was deleted meanwhile stays in the chat', async () => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const { client } = anna
  const { status } = await answered({
    ...asked,
    answer: DARKER,
    meanwhile: async () => client.rpc('delete_script', { script_id: chat.scriptId ?? '' }),
  })
  expect(status).toMatchObject({ script: null, withheld: 'script_deleted' })
  expect(await workingText(anna, chat)).toBeUndefined()
  expect(await answersOf(anna, chat)).toMatchObject([{ content: DARKER }])
  const drafts = await client.from('chat_conversations').select('work_id').eq('id', chat.id)
  expect(await workingText(anna, { workId: drafts.data?.[0]?.work_id ?? '' })).toBeUndefined()
})

test('an answer whose conversation was deleted meanwhile changes no text', async () => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const { status } = await answered({
    ...asked,
    answer: DARKER,
    meanwhile: async () => anna.client.from('chat_conversations').delete().eq('id', chat.id),
  })
  expect(status).toMatchObject({ status: 'completed', messageId: null })
  expect(await workingText(anna, chat)).toBe(FORTY)
})
