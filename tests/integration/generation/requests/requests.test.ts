import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import {
  accepted,
  ask,
  begin,
  check,
  countsOf,
  generationFixture,
  invoke,
  NO_WORKER,
  refused,
} from '../generation-fixture.ts'

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const MB = 1024 * 1024
const invalid = (error: string) => refused(400, 'invalid_request', error)
const stored = (jobId: string) =>
  fixture.database.pool
    .query<{ prompt: string; script: string; conversation_id: string | null }>(
      `select prompt, current_script as script, conversation_id from public.generation_jobs as jobs
       join private.generation_inputs on job_id = jobs.id where jobs.id = $1`,
      [jobId],
    )
    .then(({ rows }) => rows[0])

test('a request creates a pending job with prompt, script and conversation', async () => {
  const conversation = await begin(anna)
  const jobId = await accepted(anna, {
    prompt: '  Naïve 🌊\n',
    currentScript: 'FADE IN:\r\n',
    conversationId: conversation.id,
  })
  expect(await stored(jobId)).toEqual({
    prompt: '  Naïve 🌊\n',
    script: 'FADE IN:\r\n',
    conversation_id: conversation.id,
  })
  expect(await check(anna, jobId)).toMatchObject({ status: 200, body: { status: 'pending' } })
})

test.each([
  ['missing', {}],
  ['null', { currentScript: null, conversationId: null, idempotencyKey: null }],
  ['beside others that nobody knows', { conversationId: null, mood: 'dark' }],
])('script, conversation and key may be %s', async (_, more) => {
  const jobId = await accepted(bert, more)
  expect(await stored(jobId)).toEqual({
    prompt: 'A storm at sea',
    script: '',
    conversation_id: null,
  })
})

test.each([
  ['a prompt of 20,000 characters', { prompt: 'x'.repeat(20_000) }],
  ['a prompt of 20,000 characters that need two units each', { prompt: '🌊'.repeat(20_000) }],
  ['a script of 1 MB', { currentScript: 'x'.repeat(MB) }],
  ['a script of 1 MB in characters of three bytes', { currentScript: `x${'–'.repeat(MB / 3)}` }],
  ['a script of 1 MB of line ends', { currentScript: '\n'.repeat(MB) }],
  ['a script of 100,000 lines', { currentScript: 'a\n'.repeat(100_000) }],
  ['a script of 10,000 scenes', { currentScript: '.a\n\n'.repeat(10_000) }],
  ['a key of 200 characters', { idempotencyKey: 'k'.repeat(200) }],
])('%s is accepted and stored in full', async (_, more) => {
  const wanted = { prompt: 'A storm at sea', currentScript: '', ...more }
  const jobId = await accepted(anna, more)
  const kept = await stored(jobId)
  expect(kept?.prompt === wanted.prompt).toBe(true)
  expect(kept?.script === wanted.currentScript).toBe(true)
})

const anySentence = expect.any(String) as string

test.each<[string, Record<string, unknown>[]]>([
  ['The prompt is empty.', [{ prompt: '' }, { prompt: ' \n\t\u00a0\u3000\ufeff' }]],
  [
    'The prompt is longer than 20000 characters.',
    [{ prompt: 'x'.repeat(20_001) }, { prompt: `${'x'.repeat(20_000)} ` }],
  ],
  [
    'The script is larger than 1 MB.',
    [{ currentScript: 'x'.repeat(MB + 1) }, { currentScript: '🌊'.repeat(MB / 4 + 1) }],
  ],
  ['The script has more than 100,000 lines.', [{ currentScript: 'a\n'.repeat(100_001) }]],
  ['The script has more than 10,000 scenes.', [{ currentScript: '.a\n\n'.repeat(10_001) }]],
  [
    'This text cannot be stored.',
    [{ prompt: 'a\0b' }, { currentScript: '\0' }, { idempotencyKey: 'a\0b' }],
  ],
  ['The conversation is not known.', [{ conversationId: '17' }, { conversationId: '' }]],
  [
    'The idempotency key must have 1 to 200 characters.',
    [{ idempotencyKey: 'k'.repeat(201) }, { idempotencyKey: '' }],
  ],
  [
    anySentence,
    [
      { prompt: undefined },
      { prompt: 7 },
      { prompt: ['A storm'] },
      { currentScript: { value: 'x' } },
      { conversationId: 17 },
      { idempotencyKey: 1 },
    ],
  ],
])('refused, and not counted: %s', async (sentence, requests) => {
  const before = await countsOf(fixture, anna)
  for (const request of requests) expect(await ask(anna, request)).toEqual(invalid(sentence))
  expect(await countsOf(fixture, anna)).toEqual(before)
})

test.each(['', '{', '{"prompt": "A storm', 'null', '[]', '"A storm"', 'prompt=A+storm'])(
  'a body that is not a JSON object is refused: %s',
  async (body) => {
    const answer = await fixture.call('generate-script', { token: anna.token, body })
    expect(answer).toEqual(invalid(anySentence))
  },
)

test('a body over 4 MB is refused unread', async () => {
  const body = JSON.stringify({ prompt: 'A storm', currentScript: 'x'.repeat(4 * MB) })
  expect(await fixture.call('generate-script', { token: anna.token, body })).toEqual(
    refused(413, 'payload_too_large', 'The request is larger than 4 MB.'),
  )
})

test('there are no other functions', async () => {
  const unknown = refused(404, 'not_found', 'There is nothing at this address.')
  for (const name of ['generate', 'generate-script/again', 'Generate-Script', '']) {
    expect(await fixture.call(name, { token: anna.token, body: '{}' })).toEqual(unknown)
  }
  expect(await invoke(anna, 'rm-rf', {})).toEqual(unknown)
})

test.each(['check-generation-status', 'cancel-generation'])('%s requires a UUID', async (name) => {
  for (const jobId of [undefined, null, 7, '', '17', `${randomUUID()}0`, "' or true --"]) {
    expect(await invoke(anna, name, { jobId })).toEqual(invalid(anySentence))
  }
})
