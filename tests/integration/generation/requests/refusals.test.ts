import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FunctionsOptions } from '../../../../server/functions/call.ts'
import { functionRoutes } from '../../../../server/functions/routes.ts'
import { forFile } from '../../../support/for-file.ts'
import { tokenFor } from '../../../support/signed-in.ts'
import {
  accepted,
  ask,
  begin,
  cancel,
  check,
  countsOf,
  generationFixture,
  NO_WORKER,
  refused,
  setUsed,
} from '../generation-fixture.ts'
import { setStanding } from '../../../support/people.ts'

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const pending = forFile(() => fixture.person('pending', { approved: false }))

/** Every function, by the only method that it accepts. */
const functions = {
  POST: [
    'generate-script',
    'check-generation-status',
    'cancel-generation',
    'show-branch',
    'read-script',
    'export-script',
    'download-data',
    'delete-account',
    'admin-models',
  ],
  GET: ['stream-generation', 'authorship', 'notes-pdf'],
}
const all = Object.entries(functions).flatMap(([method, names]) =>
  names.map((name) => [name, method] as const),
)
const notSignedIn = refused(401, 'not_signed_in', 'Please sign in first.')
const notApproved = refused(403, 'not_approved', 'Your account is not approved.')
const unknownConversation = refused(
  404,
  'conversation_not_found',
  'This conversation does not exist.',
)
const alreadyGenerating = refused(
  409,
  'already_generating',
  'An answer is already being written in this conversation.',
)
const monthlyLimit = refused(
  429,
  'monthly_limit',
  "Monthly Limit Reached: You've reached your monthly script generation limit, please contact admin for support.",
)

/** What every function accepts, so that only who asks is wrong. */
const asked = {
  prompt: 'A storm at sea',
  jobId: randomUUID(),
  conversationId: randomUUID(),
  messageId: randomUUID(),
  workId: randomUUID(),
  text: 'A storm',
  format: 'pdf',
  reader: 'producer',
  password: 'a guess',
  action: 'list',
}
const query = new URLSearchParams(asked).toString()
const well = (name: string, method: string) =>
  method === 'GET'
    ? ([`${name}?${query}`, { method }] as const)
    : ([name, { method, body: JSON.stringify(asked) }] as const)

test.each(all)('%s: refused without the public key', async (name, method) => {
  const bearer = { authorization: `Bearer ${anna.token}` }
  expect(await fixture.call(name, { method, headers: bearer })).toEqual(
    refused(401, 'no_api_key', 'No API key found in request'),
  )
  expect(await fixture.call(name, { method, headers: { ...bearer, apikey: 'x' } })).toEqual(
    refused(401, 'bad_api_key', 'Invalid API key'),
  )
})

test.each(all)('%s: refused without a live session', async (name, method) => {
  const leaver = await fixture.person('leaver')
  await fixture.database.pool.query('delete from auth.sessions where id = $1', [leaver.sessionId])
  const deleted = await fixture.person('deleted')
  await fixture.database.pool.query('delete from auth.users where id = $1', [deleted.id])
  const expired = await tokenFor(anna, '-1s')
  // Before signing in the client sends the public key as its token.
  const before = fixture.server.anonKey
  const [place, init] = well(name, method)
  for (const token of [undefined, before, 'nonsense', expired])
    expect(await fixture.call(place, { ...init, ...(token && { token }) })).toEqual(notSignedIn)
  // The auth service checks the password, and says it in its own words.
  const ended = name === 'delete-account' ? { status: 403 } : notSignedIn
  for (const { token } of [leaver, deleted])
    expect(await fixture.call(place, { ...init, token })).toMatchObject(ended)
})

test.each(all)('%s accepts only %s', async (name, accepts) => {
  const only = refused(405, 'method_not_allowed', 'This method is not allowed here.')
  const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => method !== accepts)
  for (const method of others)
    expect(await fixture.call(name, { method, token: anna.token })).toEqual(only)
})

test('the functions are these', async () => {
  const app = functionRoutes({} as FunctionsOptions)
  const paths = app.routes.map(({ path }) => path.slice(1)).filter((path) => path !== '*')
  expect(new Set(paths)).toEqual(new Set(all.map(([name]) => name)))
})

test('pending and restricted users are refused everywhere', async () => {
  const restricted = await fixture.person('restricted')
  const jobId = await accepted(restricted)
  await setStanding(fixture.database.pool, restricted, { approved: false })
  for (const person of [pending, restricted]) {
    expect(await ask(person)).toEqual(notApproved)
    expect(await check(person, jobId)).toEqual(notApproved)
    expect(await cancel(person, jobId)).toEqual(notApproved)
  }
  expect(await countsOf(fixture, pending)).toEqual({ used: 0, jobs: 0 })
  expect(await countsOf(fixture, restricted)).toEqual({ used: 1, jobs: 1 })
})

test('one generation at a time per conversation, any number in others', async () => {
  const asker = await fixture.person('asker')
  const [one, other] = [await begin(asker, 'One'), await begin(asker, 'Other')]
  const jobId = await accepted(asker, { conversationId: one.id })
  expect(await ask(asker, { conversationId: one.id })).toEqual(alreadyGenerating)
  await accepted(asker, { conversationId: other.id })
  await accepted(asker)
  await accepted(asker)
  expect(await countsOf(fixture, asker)).toEqual({ used: 4, jobs: 4 })
  await cancel(asker, jobId)
  await accepted(asker, { conversationId: one.id })
})

test('of 20 concurrent requests in a conversation one is accepted and counted', async () => {
  const asker = await fixture.person('asker')
  const { id } = await begin(asker)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(asker, { conversationId: id })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200)).toEqual(
    Array.from({ length: 19 }, () => alreadyGenerating),
  )
  expect(await countsOf(fixture, asker)).toEqual({ used: 1, jobs: 1 })
})

test('the first of several reasons is given: key, session, format, approval, limit, conversation', async () => {
  const asker = await fixture.person('asker')
  const { id } = await begin(asker)
  await accepted(asker, { conversationId: id })
  const bad = '{"prompt": ""}'
  expect(await fixture.call('generate-script', { headers: {}, body: bad })).toMatchObject({
    body: { code: 'no_api_key' },
  })
  expect(await fixture.call('generate-script', { body: bad })).toEqual(notSignedIn)
  expect(await ask(pending, { prompt: '', conversationId: id })).toMatchObject({ status: 400 })
  await setUsed(fixture, pending, 100)
  expect(await ask(pending, { conversationId: id })).toEqual(notApproved)
  await setUsed(fixture, asker, 100)
  expect(await ask(asker, { conversationId: randomUUID() })).toEqual(monthlyLimit)
  expect(await ask(asker, { conversationId: id })).toEqual(monthlyLimit)
  await setUsed(fixture, asker, 99)
  expect(await ask(asker, { conversationId: randomUUID() })).toEqual(unknownConversation)
  expect(await ask(asker, { conversationId: id })).toEqual(alreadyGenerating)
  expect(await countsOf(fixture, asker)).toEqual({ used: 99, jobs: 1 })
})
