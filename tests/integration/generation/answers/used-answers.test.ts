import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY, room } from '../../../support/documents/forty-rooms.ts'
import { only } from '../../../support/rest/fixture.ts'
import { draftOf, versionsOf } from '../../versions/text-fixture.ts'
import { answered, answersOf, workingText, write, asking } from './answer-fixture.ts'
import { hostileFixture } from '../hostile-fixture.ts'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))

const takeAnswer = (message_id: string | undefined, { client } = anna) =>
  client.rpc('use_answer', { message_id: message_id ?? '' })

/** A script of forty rooms, and an answer with one of them. */
async function withheld() {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  return { chat, ...(await answered({ ...asked, answer: room(3) })) }
}

test('a withheld answer becomes the text between two versions', async () => {
  const { chat, jobId, message } = await withheld()
  await write(anna, chat, `${FORTY}\nMore.`)
  const used = only(await takeAnswer(message?.id))
  expect(used).toMatchObject({ work_id: chat.workId, revision: 3 })
  expect(await workingText(anna, chat)).toBe(room(3))
  expect(await answersOf(anna, chat)).toMatchObject([
    { withheld: null, used_at: expect.any(String) as string },
  ])
  expect(await versionsOf(anna.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'typed', `${FORTY}\nMore.`],
    [3, 'answer', room(3)],
  ])
  const last = anna.client
    .from('script_versions')
    .select('job_id')
    .eq('id', used.version_id ?? '')
  expect(only(await last)).toEqual([{ job_id: jobId }])
})

test('using an answer whose text is the working text already changes nothing', async () => {
  const { chat, message } = await withheld()
  const used = only(await takeAnswer(message?.id))
  const before = await answersOf(anna, chat)
  expect(only(await takeAnswer(message?.id))).toEqual(used)
  expect(await answersOf(anna, chat)).toEqual(before)
  expect((await draftOf(anna.client, chat.workId))?.revision).toBe(used.revision)
})

test('an older answer becomes the text again, and its version names its job again', async () => {
  const { chat, asked } = await asking(fixture, anna, '')
  const first = await answered({ ...asked, answer: room(1) })
  await answered({ ...asked, currentScript: room(1), answer: `${room(1)}\n${room(2)}` })
  only(await takeAnswer(first.message?.id))
  const versions = anna.client.from('script_versions').select('job_id').eq('work_id', chat.workId)
  const jobs = only(await versions.order('number')).map(({ job_id }) => job_id)
  expect(jobs).toEqual([first.jobId, expect.any(String), first.jobId])
  expect(await workingText(anna, chat)).toBe(room(1))
})

test('an answer that was applied in part can be used as a whole', async () => {
  const { chat, asked } = await asking(fixture, anna, FORTY)
  const answer = FORTY.replace('lamp of room 3', 'dark of room 3').replace('bed 4', 'floor 4')
  const { message } = await answered({
    ...asked,
    prompt: 'Change rooms 3 and 4',
    answer,
    meanwhile: () => write(anna, chat, FORTY.replace('lamp of room 3', 'candle of room 3')),
  })
  expect(message).toMatchObject({ partly_applied: true })
  only(await takeAnswer(message?.id))
  expect(await workingText(anna, chat)).toBe(answer)
  expect(await answersOf(anna, chat)).toMatchObject([{ partly_applied: false }])
})

test('an answer in a chat whose script was deleted begins a new text', async () => {
  const { chat, message } = await withheld()
  await anna.client.rpc('delete_script', { script_id: chat.scriptId ?? '' })
  const used = only(await takeAnswer(message?.id))
  expect(used.work_id).not.toBe(chat.workId)
  expect(await versionsOf(anna.client, used.work_id)).toEqual([[1, 'answer', room(3)]])
})

test('a prompt, a deleted answer, an empty one and some scenes cannot be used', async () => {
  const { chat, message } = await withheld()
  const { asked } = await asking(fixture, anna, FORTY)
  const scene = `<scene id="3">\n${room(3)}</scene>`
  const { message: scenes } = await answered({ ...asked, answer: scene })
  expect((await takeAnswer(scenes?.id)).error).toMatchObject({ message: 'answer_is_no_script' })
  const prompt = { conversation_id: chat.id, content: 'Hi' }
  const added = only(await anna.client.rpc('add_message', prompt))
  expect((await takeAnswer(added.id)).error).toMatchObject({ message: 'message_not_found' })
  const empty = await fixture.database.pool.query<{ id: string }>(
    `update public.chat_messages set content = ' ' where id = $1 returning id`,
    [message?.id],
  )
  expect((await takeAnswer(empty.rows[0]?.id)).error).toMatchObject({ message: 'answer_is_empty' })
  await anna.client.rpc('delete_script', { script_id: chat.scriptId ?? '', delete_chats: true })
  expect((await takeAnswer(message?.id)).error).toMatchObject({ message: 'message_not_found' })
})
