import { expect, test } from 'vitest'
import { removeExpired } from '../../../server/auth/housekeeping.ts'
import { forFile } from '../../support/for-file.ts'
import { nextCode } from '../../support/authenticator.ts'
import { newClient } from '../../support/client.ts'
import { openFixture, PASSWORD, signIn, withSecondFactor } from './account-fixture.ts'

const fixture = forFile(() => openFixture({ AUDIT_DAYS: '30' }))

const actions = async (person: Parameters<typeof fixture.logOf>[0]) =>
  (await fixture.logOf(person)).map(({ action }) => action)

test('sign-ins, failures, resets and password changes are recorded with the address', async () => {
  const person = await fixture.newPerson()
  const bystander = await fixture.newPerson()
  await signIn(fixture.server, person.email)
  const wrong = await newClient(fixture.server.url)
  await wrong.auth.signInWithPassword({ email: person.email, password: 'not the password' })
  await expect.poll(() => actions(person)).toContain('sign_in_failed')
  await wrong.auth.resetPasswordForEmail(person.email)
  await person.client.auth.updateUser({ password: 'another long password' })
  const log = await fixture.logOf(person)
  expect(log).toEqual([
    { action: 'signed_up', actor_email: person.email, client_address: '127.0.0.1' },
    { action: 'approved', actor_email: null, client_address: null },
    { action: 'signed_in', actor_email: person.email, client_address: '127.0.0.1' },
    { action: 'sign_in_failed', actor_email: null, client_address: '127.0.0.1' },
    { action: 'reset_requested', actor_email: null, client_address: '127.0.0.1' },
    { action: 'password_changed', actor_email: person.email, client_address: '127.0.0.1' },
  ])
  expect(await actions(bystander)).toEqual(['signed_up', 'approved'])
})

test('changes of second factors are recorded', async () => {
  const person = await fixture.newPerson()
  const { factorId, secret } = await withSecondFactor(person.client)
  const { data } = await person.client.auth.mfa.recoveryCodes.generate()
  const other = await signIn(fixture.server, person.email)
  await other.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
  await other.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })
  const third = await signIn(fixture.server, person.email)
  await third.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
  await third.auth.mfa.unenroll({ factorId })
  expect((await actions(person)).slice(2)).toEqual([
    'second_factor_added',
    'recovery_codes_made',
    'signed_in',
    'second_factor_failed',
    'second_factor_used',
    'signed_in',
    'recovery_code_used',
    'second_factor_removed',
  ])
})

test('what admins do is recorded with the address of their session', async () => {
  const person = await fixture.newPerson()
  await fixture.admin.client.rpc('restrict_user', { user_id: person.id })
  expect((await fixture.logOf(person)).at(-1)).toEqual({
    action: 'restricted',
    actor_email: fixture.admin.email,
    client_address: '127.0.0.1',
  })
})

test('entries are kept for AUDIT_DAYS, then housekeeping deletes them', async () => {
  const person = await fixture.newPerson()
  await fixture.pool.query(
    `insert into public.audit_log (action, user_id, at)
     values ('signed_in', $1, now() - interval '31 days'), ('signed_in', $1, now() - interval '29 days')`,
    [person.id],
  )
  await expect(
    fixture.pool.query(`delete from public.audit_log where user_id = $1`, [person.id]),
  ).rejects.toThrow('audit_log_cannot_be_deleted')
  await removeExpired(fixture.pool)
  const { rowCount } = await fixture.pool.query(
    `select from public.audit_log where user_id = $1 and at < now() - interval '1 day'`,
    [person.id],
  )
  expect(rowCount).toBe(1)
})

async function mailsTo(email: string, template: string) {
  const { rows } = await fixture.pool.query<{ template: string }>(
    'select template from private.mail_outbox where recipient = $1 and template = $2',
    [email, template],
  )
  return rows.length
}

/** A sign-in as another browser would do it. */
async function signInFrom(email: string, agent: string): Promise<void> {
  const { url, anonKey } = fixture.server
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'user-agent': agent, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(response.status).toBe(200)
}

test('a changed password is told by mail', async () => {
  const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
  await one.client.auth.updateUser({ data: { nickname: 'One' } })
  expect(await mailsTo(one.email, 'password_changed')).toBe(0)
  await one.client.auth.updateUser({ password: 'another long password' })
  expect(await mailsTo(one.email, 'password_changed')).toBe(1)
  expect(await mailsTo(two.email, 'password_changed')).toBe(0)
})

test('a sign-in from a new device is told by mail, at most once an hour', async () => {
  const person = await fixture.newPerson()
  const bystander = await fixture.newPerson()
  const told = () => mailsTo(person.email, 'new_device')
  await signIn(fixture.server, person.email)
  expect(await told()).toBe(0)
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0'
  await signInFrom(person.email, firefox)
  expect(await told()).toBe(1)
  await signInFrom(person.email, firefox.replaceAll('130.0', '131.0'))
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
  await signInFrom(person.email, chrome)
  expect(await told()).toBe(1)
  await fixture.pool.query(
    "update private.device_notices set sent_at = sent_at - interval '61 minutes' where user_id = $1",
    [person.id],
  )
  await signInFrom(person.email, chrome.replace('X11; Linux x86_64', 'Macintosh'))
  expect(await told()).toBe(2)
  expect(await mailsTo(bystander.email, 'new_device')).toBe(0)
  const words = () =>
    fixture.server.log
      .map(({ subject }) => subject)
      .filter((subject) => typeof subject === 'string')
  await expect
    .poll(words, { timeout: 30_000 })
    .toContain('New sign-in to your Script Writer account')
})
