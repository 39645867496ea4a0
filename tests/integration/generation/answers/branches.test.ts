import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { versionsOf } from '../../versions/text-fixture.ts'
import {
  answersOf,
  type Sent,
  type Chat,
  chatAbout,
  request,
  scene,
  shown,
  THREE,
  withRoom2,
  workingText,
  write,
} from './answer-fixture.ts'
import { accepted, ask, cancel, countsOf, ended, invoke, refused } from '../generation-fixture.ts'
import { askedFor, hostileFixture } from '../hostile-fixture.ts'

// Trying again, editing a prompt and moving between branches; the script follows.

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

/** Asks, and gets this answer. */
async function answered(chat: Chat, answer: string, more: Sent = {}) {
  const body = await request(anna, chat, more)
  const waiting = fixture.saysAndWaits(answer)
  const jobId = await accepted(anna, body)
  ;(await waiting).end()
  const status = await ended(anna, jobId)
  const [message] = (await answersOf(anna, chat)).slice(-1)
  return { prompt: body.message.id, jobId, status, answer: message?.id ?? '', message }
}

const show = (person: SignedIn, chat: Chat, messageId: string) =>
  invoke(person, 'show-branch', { conversationId: chat.id, messageId })

/** The answers whose changes are under review, oldest first. */
const reviewed = async ({ client }: SignedIn, { workId }: Chat) =>
  only(
    await client
      .from('answer_reviews')
      .select('job_id')
      .eq('work_id', workId)
      .eq('shown', true)
      .order('created_at'),
  ).map(({ job_id }) => job_id)

const shownWithoutLoss = { status: 200, body: { success: true, keptLines: false } }

test('trying again takes back what the answer changed, and applies the new one', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  expect(await workingText(anna, chat)).toBe(withRoom2('glows'))
  // Somewhere else, and that stays.
  const typed = `${withRoom2('glows')}\nINT. ATTIC - DAY\n\nDust.\n`
  await write(anna, chat, typed)

  const waiting = fixture.saysAndWaits(scene('dies'))
  const message = { id: first.prompt, parent: first.prompt }
  const jobId = await accepted(anna, await request(anna, chat, { message }))
  const provider = await waiting
  // The model gets the text without the answer, and the conversation up to the prompt.
  const sent = JSON.stringify(askedFor(fixture.provider.requests.at(-1)))
  expect(sent).toContain('The lamp of room 2 flickers')
  expect(sent).not.toContain('glows')
  expect(sent).toContain('Dust.')
  const taken = typed.replace('glows', 'flickers')
  expect(await workingText(anna, chat)).toBe(taken)
  expect(await shown(anna, chat)).toEqual([first.prompt])
  provider.end()
  expect(await ended(anna, jobId)).toMatchObject({
    status: 'completed',
    script: typed.replace('glows', 'dies'),
    partlyApplied: false,
  })
  const [second] = await answersOf(anna, chat)
  expect(await shown(anna, chat)).toEqual([first.prompt, second?.id])
  // Both are versions.
  expect((await versionsOf(anna.client, chat.workId)).slice(-4).map(([, ...rest]) => rest)).toEqual(
    [
      ['answer', withRoom2('glows')],
      ['typed', typed],
      ['restore', taken],
      ['answer', typed.replace('glows', 'dies')],
    ],
  )
  const all = only(await anna.client.rpc('branches_of', { conversation_id: chat.id }))
  expect(all.map(({ id, parent_id }) => [id, parent_id])).toEqual([
    [first.prompt, null],
    [first.answer, first.prompt],
    [second?.id, first.prompt],
  ])
})

test('moving between answers moves the script, there and back without a difference', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const next = await answered(chat, '<scene after="3">\nINT. CELLAR - DAY\n\nWater.\n</scene>', {
    prompt: 'Go on',
  })
  const long = await workingText(anna, chat)
  expect(long).toContain('Water.')
  const message = { id: first.prompt, parent: first.prompt }
  const second = await answered(chat, scene('dies'), { message })
  expect(await workingText(anna, chat)).toBe(withRoom2('dies'))

  expect(await reviewed(anna, chat)).toEqual([second.jobId])

  expect(await show(anna, chat, first.answer)).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(long)
  expect(await reviewed(anna, chat)).toEqual([first.jobId, next.jobId])
  // To the newest end of the branch.
  expect(await shown(anna, chat)).toEqual([first.prompt, first.answer, next.prompt, next.answer])
  const typed = long?.replace('Water.', 'Water, everywhere.') ?? ''
  await write(anna, chat, typed)
  expect(await show(anna, chat, second.answer)).toMatchObject({ body: { keptLines: true } })
  expect(await workingText(anna, chat)).toContain('Water, everywhere.')
  expect(await workingText(anna, chat)).toContain('The lamp of room 2 dies')
  expect(await show(anna, chat, first.answer)).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(typed)
  // Where it is already, nothing happens.
  const before = await versionsOf(anna.client, chat.workId)
  expect(await show(anna, chat, next.prompt)).toEqual(shownWithoutLoss)
  expect(await versionsOf(anna.client, chat.workId)).toEqual(before)
})

test('of an answer with alternatives, the one in the script is taken back', async () => {
  const chat = await chatAbout(anna, THREE)
  const alternatives = `${scene('glows')}\n${scene('hums')}\n${scene('waits')}`
  const first = await answered(chat, alternatives, { alternatives: 3 })
  const [shownFirst, other] = ['glows', 'hums'].map((word) => withRoom2(word)) as [string, string]
  expect(await workingText(anna, chat)).toBe(shownFirst)
  // The writer switches to another one, as the page does, and goes on.
  const typed = `${other}\nINT. ATTIC - DAY\n\nDust.\n`
  await write(anna, chat, typed)
  const message = { id: first.prompt, parent: first.prompt }
  const again = await answered(chat, scene('dies'), { message })
  expect(again.message).toMatchObject({ withheld: null, partly_applied: false })
  expect(await workingText(anna, chat)).toBe(typed.replace('hums', 'dies'))
  expect(await show(anna, chat, first.answer)).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(typed)
})

test('lines that the writer changed stay, and the answer says so', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const typed = withRoom2('glows').replace('glows over bed 2', 'glows over the sea')
  await write(anna, chat, typed)
  const message = { id: first.prompt, parent: first.prompt }
  const again = await answered(chat, '<scene after="3">\nINT. CELLAR - DAY\n\nWater.\n</scene>', {
    message,
  })
  expect(await workingText(anna, chat)).toContain('glows over the sea')
  expect(await workingText(anna, chat)).toContain('Water.')
  expect(again.message).toMatchObject({ partly_applied: true, withheld: null })
  expect(again.status.partlyApplied).toBe(true)
})

test('of a first script, only the scenes that the writer changed stay', async () => {
  const chat = await chatAbout(anna, '')
  const first = await answered(chat, `<script>\n${THREE}</script>`, { prompt: 'Write it' })
  const text = (await workingText(anna, chat)) ?? ''
  await write(anna, chat, text.replace('over bed 2', 'over the sea'))
  const waiting = fixture.saysAndWaits('')
  const message = { id: first.prompt, parent: first.prompt }
  const jobId = await accepted(anna, await request(anna, chat, { prompt: 'Write it', message }))
  await waiting
  const left = await workingText(anna, chat)
  expect(left).toContain('ROOM 2')
  expect(left).not.toMatch(/ROOM [13]/)
  await cancel(anna, jobId)
})

test('an edited prompt goes on from there as a branch, also the first one', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const second = await answered(chat, scene('hums'), { prompt: 'Louder' })
  const edited = { id: randomUUID(), parent: first.answer }
  const quieter = await answered(chat, scene('sighs'), { prompt: 'Quieter', message: edited })
  expect(await shown(anna, chat)).toEqual([first.prompt, first.answer, edited.id, quieter.answer])
  expect(await workingText(anna, chat)).toBe(withRoom2('sighs'))
  const sent = JSON.stringify(askedFor(fixture.provider.requests.at(-1)))
  expect(sent).toContain('glows')
  expect(sent).not.toContain('hums')

  const beginning = randomUUID()
  const other = await answered(chat, scene('waits'), {
    prompt: 'Make room 2 wait',
    message: { id: beginning, parent: beginning },
  })
  expect(await shown(anna, chat)).toEqual([beginning, other.answer])
  expect(await workingText(anna, chat)).toBe(withRoom2('waits'))
  expect(JSON.stringify(askedFor(fixture.provider.requests.at(-1)))).not.toContain('Quieter')
  expect(await show(anna, chat, second.prompt)).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(withRoom2('hums'))
})

test('trying again keeps the part of the script, the mode and the number of alternatives', async () => {
  const chat = await chatAbout(anna, THREE)
  const start = THREE.indexOf('The lamp of room 2')
  const target = { start, end: THREE.indexOf('\n', start) }
  const asked = await answered(chat, '<text>A longer line about the lamp.</text>', {
    target,
  })
  await write(anna, chat, `INT. BEFORE - DAY\n\nRain.\n\n${await workingText(anna, chat)}`)
  const message = { id: asked.prompt, parent: asked.prompt }
  const again = await answered(chat, '<text>Dark.</text>', { message })
  expect(again.status.withheld).toBeNull()
  expect(await workingText(anna, chat)).toBe(
    `INT. BEFORE - DAY\n\nRain.\n\n${THREE.slice(0, target.start)}Dark.${THREE.slice(target.end)}`,
  )
  // The target of an edited prompt is a range of the text as it is now.
  const now = (await workingText(anna, chat)) ?? ''
  const third = now.indexOf('The lamp of room 3')
  const own = randomUUID()
  await answered(chat, '<text>Darker.</text>', {
    prompt: 'Another',
    message: { id: own, parent: own },
    target: { start: third, end: now.indexOf('\n', third) },
  })
  expect(await workingText(anna, chat)).toContain('ROOM 3 - NIGHT\n\nDarker.\n\nMIRA')
  expect(await workingText(anna, chat)).toContain('The lamp of room 2 flickers over bed 2.')
  const question = await answered(chat, 'Because.', { prompt: 'Why?', mode: 'ask' })
  const why = { id: question.prompt, parent: question.prompt }
  await answered(chat, 'So.', { prompt: 'Why?', message: why })
  const modes = only(
    await anna.client
      .from('generation_jobs')
      .select('mode')
      .eq('conversation_id', chat.id)
      .order('created_at'),
  )
  expect(modes.map(({ mode }) => mode)).toEqual(['change', 'change', 'change', 'ask', 'ask'])
})

test('two devices that try again at once make two branches, and each counts once', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const used = (await countsOf(fixture, anna))?.used ?? 0
  const message = { id: first.prompt, parent: first.prompt }
  const providers = []
  const jobs: string[] = []
  for (const word of ['dies', 'sings']) {
    const waiting = fixture.saysAndWaits(scene(word))
    jobs.push(await accepted(anna, await request(anna, chat, { message })))
    providers.push(await waiting)
  }
  for (const [at, provider] of providers.entries()) {
    provider.end()
    await ended(anna, jobs[at] ?? '')
  }
  expect((await countsOf(fixture, anna))?.used).toBe(used + 2)
  const all = only(await anna.client.rpc('branches_of', { conversation_id: chat.id }))
  expect(all.map(({ parent_id }) => parent_id)).toEqual([null, ...Array(3).fill(first.prompt)])
  // The last one to arrive is shown, and the script is that of its branch.
  expect(await shown(anna, chat)).toEqual([first.prompt, all.at(-1)?.id])
  expect(await workingText(anna, chat)).toBe(withRoom2('sings'))
  expect(await show(anna, chat, all[2]?.id ?? '')).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(withRoom2('dies'))
})

test('while an answer is being written no other prompt is asked and no other branch shown', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const message = { id: first.prompt, parent: first.prompt }
  const waiting = fixture.saysAndWaits('Half')
  const jobId = await accepted(anna, await request(anna, chat, { message }))
  await waiting
  const busy = refused(
    409,
    'already_generating',
    'An answer is already being written in this conversation.',
  )
  expect(await show(anna, chat, first.answer)).toEqual(busy)
  expect(await ask(anna, await request(anna, chat))).toEqual(busy)
  expect((await cancel(anna, jobId)).status).toBe(200)
  // What there was of it is another branch, with the note that it was stopped.
  const ids = await shown(anna, chat)
  expect(ids).toHaveLength(3)
  expect(ids[0]).toBe(first.prompt)
  expect(ids).not.toContain(first.answer)
  expect(await show(anna, chat, first.answer)).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(withRoom2('glows'))
})

test('an answer that fails leaves its prompt, and the earlier answer can be shown again', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const used = (await countsOf(fixture, anna))?.used
  const message = { id: first.prompt, parent: first.prompt }
  const body = await request(anna, chat, { message })
  fixture.behave((answer) => answer.refuse(401, 'no'))
  const jobId = await accepted(anna, body)
  expect(await ended(anna, jobId)).toMatchObject({ status: 'failed' })
  expect((await countsOf(fixture, anna))?.used).toBe(used)
  expect(await shown(anna, chat)).toEqual([first.prompt])
  expect(await show(anna, chat, first.answer)).toEqual(shownWithoutLoss)
  expect(await workingText(anna, chat)).toBe(withRoom2('glows'))
})

test('what is refused changes neither the conversation nor the script', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered(chat, scene('glows'))
  const message = { id: first.prompt, parent: first.prompt }
  const body = await request(anna, chat, { message })
  const notFound = { status: 404, body: { code: 'conversation_not_found' } }
  const state = async () => [
    await shown(anna, chat),
    await versionsOf(anna.client, chat.workId),
    await countsOf(fixture, anna),
  ]
  const before = await state()
  // Somebody else's conversation is as unknown as none.
  expect(await ask(bert, body)).toMatchObject(notFound)
  expect(await show(bert, chat, first.answer)).toMatchObject(notFound)
  expect(await show(anna, { ...chat, id: randomUUID() }, first.answer)).toMatchObject(notFound)
  expect(await show(anna, chat, randomUUID())).toMatchObject({
    status: 404,
    body: { code: 'message_not_found' },
  })
  const stale = { ...body, revision: body.revision - 1 }
  expect(await ask(anna, stale)).toMatchObject({ status: 409, body: { code: 'draft_changed' } })
  const unknown = { ...body, message: { id: randomUUID(), parent: randomUUID() } }
  expect(await ask(anna, unknown)).toMatchObject({
    status: 404,
    body: { code: 'message_not_found' },
  })
  const model = { ...body, model: randomUUID() }
  expect(await ask(anna, model)).toMatchObject({ status: 400, body: { code: 'model_not_offered' } })
  const { revision: _, ...withoutRevision } = body
  expect(await ask(anna, withoutRevision)).toMatchObject({
    status: 400,
    body: { error: 'A message that follows another one needs the revision of the text.' },
  })
  expect(await state()).toEqual(before)
})
