import { randomUUID } from 'node:crypto'
import { SignJWT, decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { JWT_SECRET } from '../../../support/rest/fixture.ts'
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

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const pending = forFile(() => fixture.person('pending', { approved: false }))

const functions = ['generate-script', 'check-generation-status', 'cancel-generation']
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
const goodBody = JSON.stringify({ prompt: 'A storm at sea', jobId: randomUUID() })

test.each(functions)('%s: refused without the public key', async (name) => {
  const bearer = { authorization: `Bearer ${anna.token}` }
  expect(await fixture.call(name, { headers: bearer, body: goodBody })).toEqual(
    refused(401, 'no_api_key', 'No API key found in request'),
  )
  expect(await fixture.call(name, { headers: { ...bearer, apikey: 'x' }, body: goodBody })).toEqual(
    refused(401, 'bad_api_key', 'Invalid API key'),
  )
})

test.each(functions)('%s: refused without a live session', async (name) => {
  const leaver = await fixture.person('leaver')
  await leaver.client.auth.signOut()
  const deleted = await fixture.person('deleted')
  await fixture.database.pool.query('delete from auth.users where id = $1', [deleted.id])
  const expired = await new SignJWT({ ...decodeJwt(anna.token), exp: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(JWT_SECRET))
  for (const token of [undefined, 'nonsense', expired, leaver.token, deleted.token]) {
    const answer = await fixture.call(name, {
      ...(token !== undefined && { token }),
      body: goodBody,
    })
    expect(answer).toEqual(notSignedIn)
  }
})

test('before signing in the client sends the public key as its token, which is refused', async () => {
  expect(await ask({ client: fixture.anonymous })).toEqual(notSignedIn)
  expect(await check({ client: fixture.anonymous }, randomUUID())).toEqual(notSignedIn)
  expect(await cancel({ client: fixture.anonymous }, randomUUID())).toEqual(notSignedIn)
})

test('pending and restricted users are refused everywhere', async () => {
  const restricted = await fixture.person('restricted')
  const jobId = await accepted(restricted)
  await fixture.database.pool.query('update public.profiles set approved = false where id = $1', [
    restricted.id,
  ])
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
