import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { codeNow } from '../../support/authenticator.ts'
import { startTestServer } from '../../support/test-server.ts'
import { openFixture, type Person, signIn, withSecondFactor } from './account-fixture.ts'

const fixture = forFile(openFixture)

async function mailsTo({ email }: Person): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ template: string }>(
    'select template from private.mail_outbox where recipient = $1 order by created_at',
    [email],
  )
  return rows.map(({ template }) => template).filter((template) => template.includes('factor'))
}

const subjects = () => fixture.server.log.map(({ subject }) => subject)

test('a second factor that is added or removed is told by mail, to its owner only', async () => {
  const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
  const { data: unfinished } = await one.client.auth.mfa.enroll({ factorType: 'totp' })
  await one.client.auth.mfa.unenroll({ factorId: unfinished?.id ?? '' })
  expect(await mailsTo(one)).toEqual([])
  const { factorId } = await withSecondFactor(one.client)
  expect(await mailsTo(one)).toEqual(['second_factor_added'])
  expect((await one.client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect(await mailsTo(one)).toEqual(['second_factor_added', 'second_factor_removed'])
  expect(await mailsTo(two)).toEqual([])
  await expect.poll(subjects).toContain('A second factor was added to your Script Writer account')
  await expect
    .poll(subjects)
    .toContain('The second factor of your Script Writer account was removed')
})

test("an admin removes a writer's second factor, a writer nobody's", async () => {
  const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
  await withSecondFactor(one.client)
  await one.client.auth.mfa.recoveryCodes.generate()
  await withSecondFactor(two.client)
  // A session with the password alone has no rights, and the removal must not give it any.
  const weak = await signIn(fixture.server, one.email)
  const remove = ({ client }: Person, { id }: Person) =>
    client.rpc('remove_user_factors', { user_id: id })

  expect((await remove(two, one)).error?.message).toBe('not_an_admin')
  expect((await remove(fixture.admin, fixture.admin)).error?.message).toBe('user_not_found')
  expect((await remove(fixture.admin, one)).data).toBe(1)
  for (const client of [one.client, weak])
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })

  const again = await signIn(fixture.server, one.email)
  expect((await again.from('profiles').select('id')).data).toHaveLength(1)
  expect((await again.auth.getUser()).data.user?.factors ?? []).toEqual([])
  expect((await two.client.auth.getUser()).data.user?.factors).toHaveLength(1)
  expect(await fixture.logOf(one)).toContainEqual({
    action: 'second_factor_removed',
    actor_email: fixture.admin.email,
    client_address: '127.0.0.1',
  })
  expect((await mailsTo(one)).at(-1)).toBe('second_factor_removed')
  expect(await mailsTo(two)).toEqual(['second_factor_added'])

  const { length } = await fixture.logOf(one)
  expect((await remove(fixture.admin, one)).data).toBe(0)
  expect(await fixture.logOf(one)).toHaveLength(length)
  expect((await again.auth.getUser()).error).toBeNull()
})

test('after a change of JWT_SECRET a code is refused with the reason, and a recovery code works', async () => {
  const { client, email } = await fixture.newPerson()
  const { factorId, secret } = await withSecondFactor(client)
  const { data: codes } = await client.auth.mfa.recoveryCodes.generate()
  const changed = await startTestServer({
    DATABASE_URL: fixture.database.url,
    JWT_SECRET: 'another secret, long enough for the server',
  })
  const later = await signIn(changed, email)
  const refused = await later.auth.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })
  expect(refused.error).toMatchObject({ status: 422, code: 'mfa_factor_unreadable' })
  const verified = await later.auth.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? '' })
  expect(verified.error).toBeNull()
  expect((await later.auth.mfa.unenroll({ factorId })).error).toBeNull()
  await later.auth.refreshSession()
  await withSecondFactor(later)
})
