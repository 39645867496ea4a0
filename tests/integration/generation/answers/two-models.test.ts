import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { MONTHLY_GENERATIONS } from '../../../../contract/limits.ts'
import { forFile } from '../../../support/for-file.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'
import { type Behaviour, saying } from '../../../support/providers/hostile-provider.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { draftOf, versionsOf } from '../../versions/text-fixture.ts'
import {
  accepted,
  ask,
  cancel,
  countsOf,
  ended,
  invoke,
  setUsed,
  until,
} from '../generation-fixture.ts'
import { FIRST_MODEL, hostileFixture, offerSecondModel } from '../hostile-fixture.ts'
import {
  type Sent,
  type Chat,
  chatAbout,
  request as requestOf,
  scene,
  shown,
  THREE,
  withRoom2,
  workingText,
  write,
} from './answer-fixture.ts'

// One prompt asked of two models: nothing changes the script until the writer uses one answer.

/** The other model beside the environment's own. */
let second: string

const fixture = forFile(() => hostileFixture({ AI_ALLOW_PRIVATE: 'true' }))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

beforeAll(async () => {
  second = await offerSecondModel(fixture)
})

type Answer = Parameters<Behaviour>[0]

/** What each of the two models does. */
function behave(first: Behaviour, other: Behaviour): void {
  fixture.behave((...all) => {
    const isFirst = (all[1].body as { model: string }).model === 'some-model'
    return (isFirst ? first : other)(...all)
  })
}
/** Begins an answer and waits for the test. */
function waits(text: string) {
  const begun = Promise.withResolvers<Answer>()
  const begin = (answer: Answer) => {
    answer.say(text)
    begun.resolve(answer)
  }
  return { begin, begun: begun.promise }
}

const request = (chat: Chat, more: Sent = {}) =>
  requestOf(anna, chat, { model: FIRST_MODEL, second, ...more })

type Jobs = { prompt: string; jobs: [string, string] }

/** Asks both models. */
async function asked(chat: Chat, more: Sent = {}): Promise<Jobs> {
  const wanted = await request(chat, more)
  const { body } = await ask(anna, wanted)
  const { jobId, secondJobId } = body as { jobId: string; secondJobId: string }
  expect(body).toEqual({ success: true, jobId, secondJobId })
  return { prompt: wanted.message.id, jobs: [jobId, secondJobId] }
}

const branchesOf = async ({ id }: Chat) =>
  only(await anna.client.rpc('branches_of', { conversation_id: id }))

/** Both answers, by the order of the jobs. */
async function answersTo({ jobs }: Jobs, chat: Chat) {
  const all = await branchesOf(chat)
  const [first, other] = jobs.map((job) =>
    all.find(({ job_id, type, kind }) => job_id === job && type === 'ai' && kind === 'text'),
  )
  if (!first || !other) throw new Error('an answer is missing')
  return { first, other }
}

/** Asks both models, and both have answered. */
async function answered(chat: Chat, texts: [string, string], more: Sent = {}) {
  behave(saying(texts[0]), saying(texts[1]))
  const pair = await asked(chat, more)
  for (const job of pair.jobs) await ended(anna, job)
  return { ...pair, ...(await answersTo(pair, chat)) }
}

const use = (person: SignedIn, chat: Chat, messageId: string) =>
  invoke(person, 'show-branch', { conversationId: chat.id, messageId, use: true })
const show = (chat: Chat, messageId: string) =>
  invoke(anna, 'show-branch', { conversationId: chat.id, messageId })
const done = { status: 200, body: { success: true, keptLines: false } }

test('both answers follow one prompt, both count, and neither changes the script', async () => {
  const chat = await chatAbout(anna, THREE)
  const before = await versionsOf(anna.client, chat.workId)
  const used = (await countsOf(fixture, anna))?.used ?? 0
  const { prompt, first, other } = await answered(chat, [scene('glows'), scene('dies')])
  expect((await countsOf(fixture, anna))?.used).toBe(used + 2)
  expect(await workingText(anna, chat)).toBe(THREE)
  expect(await versionsOf(anna.client, chat.workId)).toEqual(before)
  expect([first, other]).toMatchObject([
    { parent_id: prompt, withheld: 'compared', model: 'some-model', partly_applied: false },
    { parent_id: prompt, withheld: 'compared', model: 'Second', partly_applied: false },
  ])
  expect(first.changes).toMatchObject({ edits: [{ kind: 'replaced', id: 2, applied: false }] })
  // Who reads by time sees a linear conversation.
  expect(await shown(anna, chat)).toHaveLength(2)
  // Both models got the same prompt.
  const sent = fixture.provider.requests.slice(-2).map(({ body }) => body as { messages: unknown })
  expect(sent[0]?.messages).toEqual(sent[1]?.messages)
})

test('the answer that is used becomes the script with a review, and the other one stays a branch', async () => {
  const chat = await chatAbout(anna, THREE)
  const pair = await answered(chat, [scene('glows'), scene('dies')])
  expect(await use(anna, chat, pair.other.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(withRoom2('dies'))
  expect(await shown(anna, chat)).toEqual([pair.prompt, pair.other.id])
  const { first, other } = await answersTo(pair, chat)
  expect(other).toMatchObject({ withheld: null, partly_applied: false })
  expect(other.changes).toMatchObject({ edits: [{ applied: true }] })
  expect(first.withheld).toBe('compared')
  const reviews = only(
    await anna.client.from('answer_reviews').select('job_id, shown').eq('work_id', chat.workId),
  )
  expect(reviews).toEqual([{ job_id: pair.jobs[1], shown: true }])
  expect(await versionsOf(anna.client, chat.workId)).toMatchObject([
    expect.anything() as unknown,
    [2, 'answer', withRoom2('dies')],
  ])
  const prompt = (await branchesOf(chat)).find(({ type }) => type === 'user')
  expect(prompt?.used_at).not.toBeNull()

  // Using it twice is using it once.
  expect(await use(anna, chat, other.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(withRoom2('dies'))
  // The other one is shown without being used, and can be used instead.
  expect(await show(chat, first.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(THREE)
  expect(await use(anna, chat, first.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(withRoom2('glows'))
  expect(await show(chat, other.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(withRoom2('dies'))
})

test('what the writer typed while the answers were written stays', async () => {
  const chat = await chatAbout(anna, THREE)
  const { first } = await answered(chat, [scene('glows'), scene('dies')])
  const typed = `INT. BEFORE - DAY\n\nRain.\n\n${THREE}`
  await write(anna, chat, typed)
  expect(await use(anna, chat, first.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(withRoom2('glows', typed))
  // The same lines are the writer's.
  const again = await answered(
    chat,
    [scene('sings'), scene('waits')].map((text) => text.replace('id="2"', 'id="3"')) as [
      string,
      string,
    ],
  )
  const own = withRoom2('glows', typed).replace('glows over bed 2', 'glows over the sea')
  await write(anna, chat, own)
  expect(await use(anna, chat, again.first.id)).toEqual(done)
  expect(await workingText(anna, chat)).toBe(own)
  expect((await answersTo(again, chat)).first.withheld).toBe('overlap')
})

test('a first script begins with the answer that is used', async () => {
  const chat = await chatAbout(anna, '')
  const script = (text: string) => `<script>\n${text}</script>`
  const more = { prompt: 'Write it', revision: 0 }
  const { other } = await answered(chat, [script(rooms(2)), script(THREE)], more)
  expect((await workingText(anna, chat)) ?? '').toBe('')
  expect(await use(anna, chat, other.id)).toEqual(done)
  expect((await workingText(anna, chat))?.trim()).toBe(THREE.trim())
})

test('one is used while the other one is still being written, which is then a branch', async () => {
  const chat = await chatAbout(anna, THREE)
  const slow = waits(scene('dies'))
  behave(saying(scene('glows')), slow.begin)
  const pair = await asked(chat)
  await ended(anna, pair.jobs[0])
  const provider = await slow.begun
  const first = (await branchesOf(chat)).find(({ type }) => type === 'ai')
  expect(await use(anna, chat, first?.id ?? '')).toEqual(done)
  provider.end()
  await ended(anna, pair.jobs[1])
  expect(await workingText(anna, chat)).toBe(withRoom2('glows'))
  expect(await shown(anna, chat)).toEqual([pair.prompt, first?.id])
  const { other } = await answersTo(pair, chat)
  expect(other).toMatchObject({ withheld: 'compared', parent_id: pair.prompt })
})

test('stopping stops both, and what there is of them stays', async () => {
  for (const text of [THREE, '']) {
    const chat = await chatAbout(anna, text)
    const [one, two] = [waits('INT. HALF - DAY\n\nRain.\n'), waits('INT. OTHER - DAY\n\nSnow.\n')]
    behave(one.begin, two.begin)
    const pair = await asked(chat, text === '' ? { revision: 0 } : {})
    await Promise.all([one.begun, two.begun])
    for (const [at, word] of ['Rain', 'Snow'].entries())
      await until(anna, pair.jobs[at] ?? '', {
        partial: expect.stringContaining(word) as string,
      })
    expect(await cancel(anna, pair.jobs[1])).toEqual({ status: 200, body: { status: 'failed' } })
    for (const job of pair.jobs) expect(await ended(anna, job)).toMatchObject({ code: 'stopped' })
    const { first, other } = await answersTo(pair, chat)
    expect([first.withheld, other.withheld]).toEqual(['stopped', 'stopped'])
    expect((await workingText(anna, chat)) ?? '').toBe(text)
    // A linear conversation, of one of them and its note.
    expect(await shown(anna, chat)).toHaveLength(3)
  }
})

test('one that fails leaves the other one, and is given back', async () => {
  const chat = await chatAbout(anna, THREE)
  const used = (await countsOf(fixture, anna))?.used ?? 0
  behave((answer) => answer.refuse(401, 'no'), saying(scene('dies')))
  const pair = await asked(chat)
  expect(await ended(anna, pair.jobs[0])).toMatchObject({ status: 'failed' })
  expect(await ended(anna, pair.jobs[1])).toMatchObject({ status: 'completed' })
  expect((await countsOf(fixture, anna))?.used).toBe(used + 1)
  const answer = (await branchesOf(chat)).find(({ type }) => type === 'ai')
  expect(await use(anna, chat, answer?.id ?? '')).toEqual(done)
  expect(await workingText(anna, chat)).toBe(withRoom2('dies'))
})

test('with one generation left both are refused, and nothing is stored', async () => {
  const person = await fixture.person('clara')
  const chat = await chatAbout(person, THREE)
  await setUsed(fixture, person, MONTHLY_GENERATIONS - 1)
  const draft = await draftOf(person.client, chat.workId)
  const body = {
    ...(await request(chat)),
    revision: draft?.revision ?? 0,
    idempotencyKey: randomUUID(),
  }
  const refusal = { status: 429, body: { code: 'monthly_limit' } }
  expect(await ask(person, body)).toMatchObject(refusal)
  expect(await countsOf(fixture, person)).toEqual({ used: MONTHLY_GENERATIONS - 1, jobs: 0 })
  expect(await shown(person, chat)).toEqual([])
  // Of many at once with three left, one pair is accepted, or none of it.
  await setUsed(fixture, person, MONTHLY_GENERATIONS - 3)
  behave(saying(scene('glows')), saying(scene('dies')))
  const chats = await Promise.all(Array.from({ length: 4 }, () => chatAbout(person, THREE)))
  const answers = await Promise.all(
    chats.map(async (one) => {
      const { revision } = (await draftOf(person.client, one.workId)) ?? { revision: 0 }
      const wanted = { ...(await request(one)), revision }
      return ask(person, wanted)
    }),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 429, 429, 429])
  expect(await countsOf(fixture, person)).toEqual({ used: MONTHLY_GENERATIONS - 1, jobs: 2 })
})

test('the same request again finds the same two jobs', async () => {
  const chat = await chatAbout(anna, THREE)
  behave(saying(scene('glows')), saying(scene('dies')))
  const body = await request(chat, { idempotencyKey: randomUUID() })
  const used = (await countsOf(fixture, anna))?.used ?? 0
  const [one, two] = await Promise.all([ask(anna, body), ask(anna, body)])
  expect(one).toMatchObject({ status: 200 })
  expect(two).toEqual(one)
  const { jobId, secondJobId } = one.body as { jobId: string; secondJobId: string }
  for (const job of [jobId, secondJobId]) await ended(anna, job)
  expect(await ask(anna, body)).toEqual(one)
  expect((await countsOf(fixture, anna))?.used).toBe(used + 2)
})

test('two devices that use different answers at once leave the script with one of them', async () => {
  const chat = await chatAbout(anna, THREE)
  const { first, other } = await answered(chat, [scene('glows'), scene('dies')])
  const outcomes = await Promise.all([first, other].map(({ id }) => use(anna, chat, id)))
  expect(outcomes).toEqual([done, done])
  const text = await workingText(anna, chat)
  const [, last] = await shown(anna, chat)
  expect(text).toBe(withRoom2(last === first.id ? 'glows' : 'dies'))
})

test('a question is answered by both, and the one that is used goes on', async () => {
  const chat = await chatAbout(anna, THREE)
  const pair = await answered(chat, ['Because.', 'So.'], { mode: 'ask', prompt: 'Why?' })
  expect([pair.first.withheld, pair.other.withheld]).toEqual(['question', 'question'])
  expect(await use(anna, chat, pair.other.id)).toEqual(done)
  expect(await shown(anna, chat)).toEqual([pair.prompt, pair.other.id])
  expect(await workingText(anna, chat)).toBe(THREE)
})

test('an answer whose script was deleted meanwhile brings nothing back', async () => {
  const chat = await chatAbout(anna, THREE)
  const pair = await answered(chat, [scene('glows'), scene('dies')])
  const { error } = await anna.client.rpc('delete_script', { script_id: chat.scriptId ?? '' })
  expect(error).toBeNull()
  expect(await use(anna, chat, pair.first.id)).toEqual(done)
  expect((await answersTo(pair, chat)).first.withheld).toBe('script_deleted')
  expect((await workingText(anna, chat)) ?? '').toBe('')
})

test('what is not offered, not complete or somebody else’s is refused and changes nothing', async () => {
  const chat = await chatAbout(anna, THREE)
  const { first } = await answered(chat, [scene('glows'), scene('dies')])
  const state = async () => [
    await branchesOf(chat),
    await workingText(anna, chat),
    await countsOf(fixture, anna),
  ]
  const before = await state()
  const gone = await request(chat, { second: randomUUID() })
  expect(await ask(anna, gone)).toMatchObject({ status: 400, body: { code: 'model_not_offered' } })
  const { revision: _, ...withoutRevision } = await request(chat)
  expect(await ask(anna, withoutRevision)).toMatchObject({
    status: 400,
    body: { error: 'Asking two models needs a message and the revision of the text.' },
  })
  expect(await use(bert, chat, first.id)).toMatchObject({ status: 404 })
  const [prompt] = before[0] as { id: string }[]
  expect(await use(anna, chat, prompt?.id ?? '')).toMatchObject({ status: 404 })
  expect(await state()).toEqual(before)
  // An answer of one model alone is no choice.
  behave(saying(scene('glows')), saying(''))
  const single = await accepted(anna, await request(chat, { second: undefined }))
  await ended(anna, single)
  const last = (await branchesOf(chat)).at(-1)
  expect(await use(anna, chat, last?.id ?? '')).toMatchObject({ status: 404 })
})
