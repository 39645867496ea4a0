import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { begin as write, keep, typed, versionsOf } from '../../versions/text-fixture.ts'
import {
  accepted,
  ask,
  begin,
  cancel,
  countsOf,
  generationFixture,
  NO_WORKER,
  refused,
  setUsed,
} from '../generation-fixture.ts'
import { setStanding } from '../../../support/people.ts'

// A prompt as one request: the text by its revision, the message stored with the job.

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const TEXT = 'INT. PIER - NIGHT\n\nA wave 🌊 breaks.\n'
const invalid = (error: string) => refused(400, 'invalid_request', error)
const changed = refused(
  409,
  'draft_changed',
  'The text was changed elsewhere in the meantime. Please try again.',
)
const noText = refused(404, 'draft_not_found', 'The server does not have this text.')
const taken = refused(409, 'id_taken', 'This id is taken. Please try again with another one.')

const rowsOf = async <Row>(statement: string, values: unknown[]) =>
  (await fixture.database.pool.query(statement, values)).rows as Row[]

const inputOf = async (jobId: string) =>
  (
    await rowsOf<{ script: string; work: string | null }>(
      `select work_id as work, coalesce(current_script, private.text_of_pieces(pieces)) as script
       from private.generation_inputs left join private.version_texts using (version_id)
       where job_id = $1`,
      [jobId],
    )
  )[0]

/** Everything of a person that a prompt may store. */
const everythingOf = async (person: SignedIn) => ({
  ...(await countsOf(fixture, person)),
  conversations: await rowsOf(
    'select id, updated_at from public.chat_conversations where user_id = $1 order by id',
    [person.id],
  ),
  messages: await rowsOf('select id from public.chat_messages where user_id = $1 order by id', [
    person.id,
  ]),
})

const messagesIn = (conversationId: string) =>
  rowsOf<{ id: string; type: string; content: string; scope: string | null }>(
    'select id, type, content, scope from public.chat_messages where conversation_id = $1',
    [conversationId],
  )

const conversationOf = async ({ client }: SignedIn, id: string) =>
  only(
    await client
      .from('chat_conversations')
      .select('title, script_id, work_id, updated_at')
      .eq('id', id)
      .single(),
  )

/** A conversation about a text at revision 1. */
async function talkAbout(person: SignedIn, text = TEXT) {
  const work = await write(person.client, text)
  const [talk] = only(
    await person.client.rpc('start_conversation', { prompt: 'Go', work_id: work }),
  )
  return { work, conversationId: talk?.conversation_id ?? '' }
}

/** A prompt that begins a conversation. */
const first = (scriptId: string, more: Record<string, unknown> = {}) => ({
  scriptId,
  revision: 1,
  conversationId: randomUUID(),
  message: { id: randomUUID(), begins: true },
  ...more,
})

test('a prompt about a revision stores its message, moves its conversation up and is about that text', async () => {
  const { work, conversationId } = await talkAbout(anna)
  const before = await conversationOf(anna, conversationId)
  const message = { id: randomUUID(), scope: 'Scene 1' }
  const jobId = await accepted(anna, { scriptId: work, revision: 1, conversationId, message })
  expect(await inputOf(jobId)).toEqual({ script: TEXT, work })
  expect(await messagesIn(conversationId)).toContainEqual({
    id: message.id,
    type: 'user',
    content: 'A storm at sea',
    scope: 'Scene 1',
  })
  const after = await conversationOf(anna, conversationId)
  expect(after.updated_at > before.updated_at).toBe(true)
  expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' })
})

test('without a message nothing is added to the conversation, and its time stays', async () => {
  const { work, conversationId } = await talkAbout(anna)
  const before = await conversationOf(anna, conversationId)
  const jobId = await accepted(anna, { scriptId: work, revision: 1, conversationId })
  expect(await inputOf(jobId)).toEqual({ script: TEXT, work })
  expect(await messagesIn(conversationId)).toHaveLength(1)
  expect(await conversationOf(anna, conversationId)).toEqual(before)
})

test('the first prompt begins the conversation about an unsaved text, and what was written becomes a version', async () => {
  const work = await write(anna.client, TEXT)
  const prompt = `Make ${'it '.repeat(30)}storm`
  const request = first(work, { prompt })
  const jobId = await accepted(anna, request)
  expect(await inputOf(jobId)).toEqual({ script: TEXT, work })
  expect(await conversationOf(anna, request.conversationId)).toMatchObject({
    title: `${prompt.slice(0, 50)}...`,
    script_id: null,
    work_id: work,
  })
  expect(await messagesIn(request.conversationId)).toEqual([
    { id: request.message.id, type: 'user', content: prompt, scope: null },
  ])
  expect(await versionsOf(anna.client, work)).toEqual([[1, 'typed', TEXT]])
})

test('a conversation about a saved script belongs to it, also if the script has another id than its text', async () => {
  const save = async ({ client }: SignedIn, work: string) => {
    await write(client, TEXT, work)
    return only(await client.rpc('save_script', { title: 'Sea', work_id: work, revision: 1 })).id
  }
  const [own, shared] = [randomUUID(), randomUUID()]
  await save(bert, shared)
  const named = [
    { work: own, script: await save(anna, own) },
    { work: shared, script: await save(anna, shared) },
  ]
  expect(named.map(({ work, script }) => work === script)).toEqual([true, false])
  for (const { work, script } of named)
    for (const scriptId of [work, script]) {
      const { conversationId, ...request } = first(scriptId)
      const jobId = await accepted(anna, { ...request, conversationId })
      expect(await inputOf(jobId)).toEqual({ script: TEXT, work })
      expect(await conversationOf(anna, conversationId)).toMatchObject({
        script_id: script,
        work_id: work,
      })
      await cancel(anna, jobId)
      const next = await accepted(anna, { scriptId, revision: 1, conversationId })
      expect(await inputOf(next)).toEqual({ script: TEXT, work })
    }
})

test('an id that one script has and the text of another one too is that of the text', async () => {
  const [shared, id] = [randomUUID(), randomUUID()]
  const save = async ({ client }: SignedIn, work: string) => {
    await write(client, TEXT, work)
    return only(await client.rpc('save_script', { title: 'Sea', work_id: work, revision: 1 })).id
  }
  await save(bert, shared)
  // Its id stays this one, because somebody else has that of its text.
  await fixture.database.pool.query(
    `insert into public.scripts (id, user_id, title, content, work_id) values ($1, $2, 'Lake', '"Calm."', $3)`,
    [id, anna.id, shared],
  )
  const script = await save(anna, id)
  const request = first(id)
  expect(await inputOf(await accepted(anna, request))).toEqual({ script: TEXT, work: id })
  expect(await conversationOf(anna, request.conversationId)).toMatchObject({ script_id: script })
})

test('revision 0 is the empty text of a script that has none yet, and only that', async () => {
  const work = randomUUID()
  const request = first(work, { revision: 0 })
  expect(await inputOf(await accepted(anna, request))).toEqual({ script: '', work })
  await write(anna.client, TEXT, work)
  expect(await ask(anna, first(work, { revision: 0 }))).toEqual(changed)
})

test('a new conversation may also send its text along', async () => {
  const work = await write(anna.client, TEXT)
  const request = first(work, { revision: undefined, currentScript: 'INT. CAR' })
  expect(await inputOf(await accepted(anna, request))).toEqual({ script: 'INT. CAR', work })
})

test('without a conversation a revision is the text, and the answer changes nothing', async () => {
  const work = await write(anna.client, TEXT)
  const jobId = await accepted(anna, { scriptId: work, revision: 1 })
  expect(await inputOf(jobId)).toEqual({ script: TEXT, work: null })
})

test('a revision that is not the current one is refused, and nothing is stored', async () => {
  const person = await fixture.person('person')
  const { work, conversationId } = await talkAbout(person)
  only(await keep(person.client, work, 1, typed(0, 0, 'FADE IN:\n'), `FADE IN:\n${TEXT}`))
  const before = await everythingOf(person)
  const message = { id: randomUUID() }
  for (const revision of [0, 1, 3, 2 ** 31 - 1]) {
    expect(await ask(person, { scriptId: work, revision, conversationId, message })).toEqual(
      changed,
    )
    expect(await ask(person, first(work, { revision }))).toEqual(changed)
  }
  expect(await everythingOf(person)).toEqual(before)
  await accepted(person, { scriptId: work, revision: 2, conversationId, message })
})

test("somebody else's text is as unknown as one that was never written", async () => {
  const person = await fixture.person('person')
  const theirs = await write(bert.client, TEXT)
  const script = only(await bert.client.rpc('save_script', { title: 'Sea', content: TEXT }))
  const before = await everythingOf(person)
  for (const scriptId of [randomUUID(), theirs, script.id])
    expect(await ask(person, first(scriptId))).toEqual(noText)
  expect(await everythingOf(person)).toEqual(before)
  for (const scriptId of [randomUUID(), theirs, script.id]) {
    const jobId = await accepted(person, first(scriptId, { revision: 0 }))
    expect(await inputOf(jobId)).toEqual({ script: '', work: scriptId })
  }
  expect(
    await rowsOf('select from public.chat_conversations where script_id = $1', [script.id]),
  ).toEqual([])
})

test('a conversation is asked about its own text only', async () => {
  const { conversationId } = await talkAbout(anna)
  const other = await write(anna.client, 'Another one')
  expect(await ask(anna, { scriptId: other, revision: 1, conversationId })).toEqual(noText)
})

test("somebody else's conversation and a missing one get the same answer, and no message", async () => {
  const person = await fixture.person('person')
  const { work, conversationId } = await talkAbout(bert)
  await accepted(bert, { conversationId })
  const mine = await write(person.client, TEXT)
  const before = [await everythingOf(person), await everythingOf(bert)]
  const unknown = refused(404, 'conversation_not_found', 'This conversation does not exist.')
  for (const id of [randomUUID(), conversationId]) {
    expect(await ask(person, { conversationId: id })).toEqual(unknown)
    for (const scriptId of [work, mine]) {
      const message = { id: randomUUID() }
      const request = { scriptId, revision: 1, conversationId: id, message }
      expect(await ask(person, request)).toEqual(unknown)
    }
  }
  expect([await everythingOf(person), await everythingOf(bert)]).toEqual(before)
})

test('an id that anybody has is refused in the same words, and nothing is stored', async () => {
  const person = await fixture.person('person')
  const work = await write(person.client, TEXT)
  const own = first(work)
  await cancel(person, await accepted(person, own))
  const theirs = first(await write(bert.client, TEXT))
  await accepted(bert, theirs)
  const before = [await everythingOf(person), await everythingOf(bert)]
  for (const { conversationId, message } of [own, theirs]) {
    expect(await ask(person, first(work, { conversationId }))).toEqual(taken)
    expect(await ask(person, first(work, { message }))).toEqual(taken)
    const other = { prompt: 'Other words', message: { id: message.id } }
    expect(await ask(person, { ...other, conversationId: own.conversationId })).toEqual(taken)
  }
  expect([await everythingOf(person), await everythingOf(bert)]).toEqual(before)
})

test('a prompt that is asked again stays one message, which names its last job and how it was asked', async () => {
  const person = await fixture.person('person')
  const work = await write(person.client, TEXT)
  const { conversationId, message } = first(work)
  const request = { scriptId: work, revision: 1, conversationId, mode: 'ask' }
  const asked = async () =>
    only(
      await person.client
        .from('chat_messages')
        .select('id, job_id, job:generation_jobs(status, error_code, mode)')
        .eq('conversation_id', conversationId)
        .eq('type', 'user'),
    )
  const job = { status: 'failed', error_code: 'stopped', mode: 'ask' }
  await cancel(person, await accepted(person, { ...request, message }))
  const again = await accepted(person, { ...request, message: { id: message.id } })
  await cancel(person, again)
  expect(await asked()).toEqual([{ id: message.id, job_id: again, job }])

  // A message of another conversation is not taken along.
  const elsewhere = await talkAbout(person)
  const wrong = { ...request, scriptId: elsewhere.work, conversationId: elsewhere.conversationId }
  expect(await ask(person, { ...wrong, message: { id: message.id } })).toEqual(taken)
  expect(await asked()).toEqual([{ id: message.id, job_id: again, job }])
  expect(await countsOf(fixture, person)).toEqual({ used: 2, jobs: 2 })
})

test('a repeated request with the same key stores nothing twice, also 20 times at once', async () => {
  const person = await fixture.person('person')
  const work = await write(person.client, TEXT)
  const request = first(work, { idempotencyKey: 'once' })
  const jobs = await Promise.all(Array.from({ length: 20 }, () => accepted(person, request)))
  // The text has changed since, and the job has ended.
  only(await keep(person.client, work, 1, typed(0, 0, 'a'), `a${TEXT}`))
  await cancel(person, jobs[0] ?? '')
  jobs.push(await accepted(person, request))
  expect(new Set(jobs).size).toBe(1)
  expect(await countsOf(fixture, person)).toEqual({ used: 1, jobs: 1 })
  const said = await messagesIn(request.conversationId)
  expect(said.filter(({ type }) => type === 'user')).toHaveLength(1)
})

test('what is refused for another reason stores neither message nor conversation', async () => {
  const person = await fixture.person('person')
  const { work, conversationId } = await talkAbout(person)
  await accepted(person, { scriptId: work, revision: 1, conversationId })
  const prompts = () => [
    first(work),
    { scriptId: work, revision: 1, conversationId, message: { id: randomUUID() } },
  ]
  const before = await everythingOf(person)
  const refusals = []
  for (const prompt of prompts())
    refusals.push(
      await ask(person, { ...prompt, model: randomUUID() }),
      await ask(person, { ...prompt, continues: randomUUID() }),
    )
  refusals.push(await ask(person, prompts()[1]))
  expect(refusals.map(({ body }) => (body as { code: string }).code)).toEqual([
    'model_not_offered',
    'message_not_found',
    'model_not_offered',
    'message_not_found',
    'already_generating',
  ])
  expect(await everythingOf(person)).toEqual(before)
  await setUsed(fixture, person, 100)
  for (const prompt of prompts()) expect(await ask(person, prompt)).toMatchObject({ status: 429 })
  await setStanding(fixture.database.pool, person, { approved: false })
  for (const prompt of prompts()) expect(await ask(person, prompt)).toMatchObject({ status: 403 })
  expect(await everythingOf(person)).toEqual({ ...before, used: 100 })
})

const wave = TEXT.indexOf('🌊')
const end = TEXT.length

test.each([
  [0, end + 1],
  [5, 4],
  // Inside a character.
  [wave + 1, end],
  [0, wave + 1],
  [-1, 1],
  [0, 0.5],
])('the target from %f to %f is refused for a text and for a revision alike', async (start, to) => {
  const person = await fixture.person('person')
  const work = await write(person.client, TEXT)
  const before = await everythingOf(person)
  const bad = invalid('The target is not a range of the script.')
  const target = { start, end: to }
  expect(await ask(person, { currentScript: TEXT, target })).toEqual(bad)
  expect(await ask(person, first(work, { target }))).toEqual(bad)
  expect(await everythingOf(person)).toEqual(before)
})

test.each([
  [0, end],
  [end, end],
  [wave, wave + 2],
])('the target of a revision may be from %i to %i', async (start, to) => {
  const work = await write(anna.client, TEXT)
  const target = { start, end: to }
  const jobId = await accepted(anna, first(work, { target }))
  expect(
    await rowsOf(
      'select target_start as start, target_end as end from private.generation_inputs where job_id = $1',
      [jobId],
    ),
  ).toEqual([target])
})

const unknownId = randomUUID()
const about = { scriptId: unknownId }
const within = { conversationId: unknownId }
const scoped = (scope: string) => ({
  ...first(unknownId, { revision: 0 }),
  message: { id: randomUUID(), begins: true, scope },
})

test.each<[string, Record<string, unknown>[]]>([
  [
    'The revision is a whole number, 0 for a text that the server does not have.',
    [-1, 1.5, '1'].map((revision) => ({ scriptId: unknownId, revision })),
  ],
  [
    'The script is not known.',
    [
      { revision: 1 },
      { scriptId: '17', revision: 1 },
      { ...within, message: { id: unknownId, begins: true } },
    ],
  ],
  [
    'Send a script or the revision of one, not both.',
    [{ ...about, revision: 1, currentScript: '' }],
  ],
  ['The conversation is not known.', [{ message: { id: unknownId } }]],
  ['The target is not a range of the script.', [{ currentScript: TEXT, target: 'scene 3' }]],
  [
    'A message has an id and a scope in words.',
    [{}, 'Hello', { id: unknownId, scope: 1 }].map((message) => ({
      conversationId: unknownId,
      message,
    })),
  ],
  ['This text cannot be stored.', [scoped('a\nb'), scoped('x'.repeat(201))]],
])('refused, with nothing stored: %s', async (sentence, requests) => {
  const person = await fixture.person('person')
  for (const request of requests) expect(await ask(person, request)).toEqual(invalid(sentence))
  expect(await everythingOf(person)).toEqual({ used: 0, jobs: 0, conversations: [], messages: [] })
})

test('a revision of 2 ** 31 and more is refused like any other that never was', async () => {
  const work = await write(anna.client, TEXT)
  expect(await ask(anna, first(work, { revision: 2 ** 31 }))).toMatchObject({ status: 400 })
})

test('a prompt in a conversation without a text still needs none', async () => {
  const { id } = await begin(anna)
  const jobId = await accepted(anna, { conversationId: id, message: { id: randomUUID() } })
  expect(await inputOf(jobId)).toMatchObject({ script: '' })
  expect(await messagesIn(id)).toHaveLength(1)
})
