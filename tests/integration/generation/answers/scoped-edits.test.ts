import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY, room, rooms } from '../../../support/documents/forty-rooms.ts'
import { only } from '../../../support/rest/fixture.ts'
import { versionsOf } from '../../versions/text-fixture.ts'
import { answered, answersOf, chatAbout, workingText, write, asking } from './answer-fixture.ts'
import { accepted, ask, cancel, countsOf, ended, statusOf } from '../generation-fixture.ts'
import { askedFor, hostileFixture, underWay } from '../hostile-fixture.ts'
import { saying } from '../../../support/providers/hostile-provider.ts'

const DARK = 'INT. ROOM 3 - NIGHT\n\nNo light at all.\n'
const replaces = (id: number, text: string) => `<scene id="${id}">\n${text}</scene>\n`
const inForty = (n: number, text: string) => FORTY.replace(room(n), text)

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))

const askedAbout = (text: string) => asking(fixture, anna, text)

test('an answer that names one scene changes that scene, and says so in the chat', async () => {
  const { chat, asked } = await askedAbout(FORTY)
  const answer = `Room 3 is dark now.\n\n${replaces(3, DARK)}`
  const { status, message } = await answered({ ...asked, answer })
  const after = inForty(3, DARK)
  expect(await workingText(anna, chat)).toBe(after)
  expect(status).toMatchObject({ script: after, withheld: null, partlyApplied: false })
  expect(message).toMatchObject({
    content: `Room 3 is dark now.\n\n${DARK}`.trimEnd(),
    changes: {
      prose: 'Room 3 is dark now.',
      edits: [
        {
          kind: 'replaced',
          id: 3,
          heading: 'INT. ROOM 3 - NIGHT',
          applied: true,
          text: DARK.trimEnd(),
        },
      ],
    },
  })
  expect(await versionsOf(anna.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'answer', after],
  ])
  const reviews = anna.client.from('answer_reviews').select('kept').eq('work_id', chat.workId)
  expect(only(await reviews)).toEqual([{ kept: [] }])
})

test('scenes are added and deleted by name', async () => {
  const { chat, asked } = await askedAbout(FORTY)
  const attic = 'INT. ATTIC - DAWN\n\nDust.\n'
  const answer = `<scene id="7" delete="true"/>\n<scene after="40">\n${attic}</scene>`
  const { message } = await answered({ ...asked, answer })
  const text = (await workingText(anna, chat)) ?? ''
  expect(text).toBe(`${FORTY.replace(`${room(7)}\n`, '')}\n${attic}`)
  expect(message?.changes).toMatchObject({ edits: [{ kind: 'deleted' }, { kind: 'inserted' }] })
})

test('one scene of forty without a tag changes that scene only', async () => {
  const { chat, asked } = await askedAbout(FORTY)
  const { status, message } = await answered({ ...asked, answer: DARK })
  expect(status).toMatchObject({ withheld: null })
  expect(message).toMatchObject({
    content: DARK,
    changes: { prose: '', edits: [{ kind: 'replaced', id: 3, applied: true }] },
  })
  expect(await workingText(anna, chat)).toBe(inForty(3, DARK))
})

test('with a target nothing else changes, whatever the answer says', async () => {
  const start = FORTY.indexOf('The lamp of room 5')
  const target = { start, end: FORTY.indexOf('\n', start) }
  const { chat, asked } = await askedAbout(FORTY)
  const more = { target }
  const answer = 'Shorter.\n\n<text>\nDarkness.\n</text>'
  await answered({ ...asked, more, answer })
  const shorter = FORTY.slice(0, start) + 'Darkness.' + FORTY.slice(target.end)
  expect(await workingText(anna, chat)).toBe(shorter)
  const { status } = await answered({
    ...asked,
    currentScript: shorter,
    more,
    answer: `${replaces(1, DARK)}<scene id="2" delete="true"/>`,
  })
  expect(status).toMatchObject({ withheld: 'outside_target', script: null })
  expect(await workingText(anna, chat)).toBe(shorter)
})

test('a question changes nothing, even if the answer contains changes', async () => {
  const { chat, asked } = await askedAbout(FORTY)
  const answer = `It has forty rooms.\n\n${replaces(3, DARK)}`
  const { status, message } = await answered({ ...asked, more: { mode: 'ask' }, answer })
  expect(status).toMatchObject({ status: 'completed', withheld: 'question', script: null })
  expect(message).toMatchObject({ withheld: 'question' })
  expect(await workingText(anna, chat)).toBe(FORTY)
})

test('a faulty answer is asked for once more, with the reason, for one generation', async () => {
  const carla = await fixture.person('carla')
  const chat = await chatAbout(carla, FORTY)
  const { requests } = fixture.provider
  const before = requests.length
  const answers = [replaces(99, DARK), replaces(3, DARK)]
  fixture.behave((provider) => {
    provider.say(answers.shift() ?? '')
    provider.end()
  })
  const jobId = await accepted(carla, { conversationId: chat.id, currentScript: FORTY })
  expect(await ended(carla, jobId)).toMatchObject({ withheld: null, script: inForty(3, DARK) })
  expect(requests.length - before).toBe(2)
  expect(askedFor(requests.at(-1)).slice(-2)).toMatchObject([
    { role: 'assistant', content: replaces(99, DARK) },
    { role: 'user', content: expect.stringContaining('99') as string },
  ])
  expect(await answersOf(carla, chat)).toHaveLength(1)
  expect(await countsOf(fixture, carla)).toMatchObject({ used: 1 })
  const { rows } = await fixture.database.pool.query(
    'select input_tokens, cached_input_tokens, output_tokens from public.generation_jobs where id = $1',
    [jobId],
  )
  expect(rows).toEqual([{ input_tokens: 10, cached_input_tokens: 6, output_tokens: 14 }])
})

test.each([
  ['names an unknown scene', replaces(99, DARK), 'unknown_scene'],
  ['names a scene twice', replaces(3, DARK) + replaces(3, room(3)), 'duplicate_scene'],
  ['has no end tag', `<scene id="3">\n${DARK}`, 'cut_off'],
  ['has a placeholder', replaces(3, `${DARK}\n[rest unchanged]\n`), 'placeholder'],
  ['loses a heading', replaces(3, 'No light at all.\n'), 'lost_heading'],
])('an answer that %s twice leaves the script as it is', async (_, answer, withheld) => {
  const { chat, asked } = await askedAbout(FORTY)
  fixture.behave(saying(answer))
  const jobId = await accepted(anna, {
    conversationId: chat.id,
    prompt: 'Make room 3 darker',
    currentScript: asked.currentScript,
  })
  expect(await ended(anna, jobId)).toMatchObject({ withheld, script: null })
  expect(await workingText(anna, chat)).toBe(FORTY)
  const [message] = await answersOf(anna, chat)
  expect(message).toMatchObject({ withheld })
  expect(message?.content).not.toContain('<scene')
})

test('a scene that the model knows only from the outline is replaced after it has read it', async () => {
  const narrow = await hostileFixture({ AI_CONTEXT_TOKENS: '4000' })
  const writer = await narrow.person('writer')
  const long = rooms(400)
  const chat = await chatAbout(writer, long)
  const dark = DARK.replace('3', '200')
  narrow.behave(saying(replaces(200, dark)))
  const jobId = await accepted(writer, {
    conversationId: chat.id,
    prompt: 'Make the middle darker',
    currentScript: long,
  })
  const after = long.replace(room(200), dark)
  expect(await ended(writer, jobId)).toMatchObject({ withheld: null, script: after })
  const [first, second] = narrow.provider.requests.map((request) => JSON.stringify(request.body))
  expect(first).not.toContain('the number 200.')
  expect(second).toContain('the number 200.')
})

test('alternatives are versions, the first is the script, and one review has all', async () => {
  const { chat, asked } = await askedAbout(FORTY)
  const texts = ['Fog.', 'Ice.', 'Ash.'].map((words) => `INT. ROOM 3 - NIGHT\n\n${words}\n`)
  await answered({
    ...asked,
    more: { alternatives: 3 },
    answer: texts.map((text) => replaces(3, text)).join(''),
  })
  const [first = '', second = '', third = ''] = texts
  expect(await workingText(anna, chat)).toBe(inForty(3, first))
  expect((await versionsOf(anna.client, chat.workId)).map(([, , text]) => text)).toEqual([
    FORTY,
    inForty(3, third),
    inForty(3, second),
    inForty(3, first),
  ])
})

test('a scene that the writer changes meanwhile stays, and the answer is offered', async () => {
  const { chat, asked } = await askedAbout(FORTY)
  const typed = FORTY.replace('The lamp of room 3 ', 'My lamp of room 3 ')
  const { status, message } = await answered({
    ...asked,
    answer: replaces(3, DARK) + replaces(4, DARK.replace('3', '4')),
    meanwhile: () => write(anna, chat, typed),
  })
  expect(status).toMatchObject({ withheld: null, partlyApplied: true })
  expect(await workingText(anna, chat)).toBe(typed.replace(room(4), DARK.replace('3', '4')))
  expect(message?.changes).toMatchObject({
    edits: [
      { id: 3, applied: false, text: DARK.trimEnd() },
      { id: 4, applied: true },
    ],
  })
})

test('without a conversation the job has the script with its answer', async () => {
  fixture.behave(saying(`Done.\n\n${replaces(3, DARK)}`))
  const jobId = await accepted(anna, { currentScript: FORTY })
  const status = await ended(anna, jobId)
  expect(status).toMatchObject({ withheld: null, script: inForty(3, DARK) })
  expect(status.result).toContain('Done.')
})

test('a stopped change leaves the script as it was and stays in the chat without tags', async () => {
  const { chat } = await askedAbout(FORTY)
  const half = 'Darker now.\n\n<scene id="3">\nINT. ROOM 3 - NIGHT\n\nNo li'
  const more = { conversationId: chat.id, currentScript: FORTY }
  const { jobId } = await underWay(fixture, anna, half, more)
  await cancel(anna, jobId)
  expect(await statusOf(anna, jobId)).toMatchObject({ code: 'stopped', script: null })
  expect(await workingText(anna, chat)).toBe(FORTY)
  const [message] = await answersOf(anna, chat)
  expect(message?.content).toBe('Darker now.\n\n\nINT. ROOM 3 - NIGHT\n\nNo li')
  const used = await anna.client.rpc('use_answer', { message_id: message?.id ?? '' })
  expect([used.status, used.error?.message]).toEqual([400, 'answer_is_no_script'])
})

test('a new script that is stopped fills the text without its tag and without the prose', async () => {
  const chat = await chatAbout(anna, '')
  const half = 'Here it is.\n\n<script>\nINT. ROOM 1 - NIGHT\n\nThe la'
  const more = { conversationId: chat.id, currentScript: '' }
  const { jobId } = await underWay(fixture, anna, half, more)
  await cancel(anna, jobId)
  expect(await workingText(anna, chat)).toBe('INT. ROOM 1 - NIGHT\n\nThe la')
})

test('a script that comes with prose is used without it', async () => {
  const { chat, asked } = await askedAbout('')
  const script = `${room(1)}\n${room(2)}`.trimEnd()
  const { message } = await answered({
    ...asked,
    answer: `Two rooms.\n\n<script>\n${script}\n</script>`,
  })
  expect(message?.content.trimEnd()).toBe(`Two rooms.\n\n${script}`)
  const text = await workingText(anna, chat)
  expect(text?.trimEnd()).toBe(script)
  await write(anna, chat, 'Something else.')
  only(await anna.client.rpc('use_answer', { message_id: message?.id ?? '' }))
  expect(await workingText(anna, chat)).toBe(text)
})

test('what the request concerned is stored with the message, in one line', async () => {
  const { client } = anna
  const started = only(await client.rpc('start_conversation', { prompt: 'Go', scope: 'Scene 2' }))
  const conversation_id = started[0]?.conversation_id ?? ''
  only(await client.rpc('add_message', { conversation_id, content: 'More', scope: 'Scene 3' }))
  const long = await client.rpc('add_message', {
    conversation_id,
    content: 'More',
    scope: 'x'.repeat(201),
  })
  expect(long.status).toBe(400)
  const { data } = await client
    .from('chat_messages')
    .select('scope')
    .match({ conversation_id })
    .order('created_at')
  expect(data).toEqual([{ scope: 'Scene 2' }, { scope: 'Scene 3' }])
})

test('other modes and numbers of alternatives are refused', async () => {
  expect(await ask(anna, { mode: 'guess' })).toMatchObject({ status: 400 })
  for (const alternatives of [1, 6, 2.5, '3'])
    expect(await ask(anna, { alternatives })).toMatchObject({ status: 400 })
})
