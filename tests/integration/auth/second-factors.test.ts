import { describe, expect, test } from 'vitest'
import { openFixture, type Person, signIn, withSecondFactor } from './account-fixture.ts'
import { codeNow } from '../../support/authenticator.ts'
import { forFile } from '../../support/for-file.ts'
import { startTestServer } from '../../support/test-server.ts'

const fixture = forFile(openFixture)

describe('recovery codes', () => {
  async function personWithCodes(): Promise<Person & { codes: string[] }> {
    const person = await fixture.newPerson()
    await withSecondFactor(person.client)
    const { data } = await person.client.auth.mfa.recoveryCodes.generate()
    return { ...person, codes: data?.codes ?? [] }
  }

  const level = async ({ auth }: Person['client']) =>
    (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel

  test('there are ten, shown once and stored as hashes', async () => {
    const { client, codes, id } = await personWithCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{16}$/)
    const { data } = await client.auth.mfa.recoveryCodes.getStatus()
    expect(data).toMatchObject({ type: 'recovery_code', total: 10, remaining: 10 })
    const { rows } = await fixture.pool.query<{ code_hash: Buffer }>(
      `select code_hash from auth.mfa_recovery_codes join auth.mfa_factors on id = factor_id
       where user_id = $1`,
      [id],
    )
    const stored = rows.map(({ code_hash }) => code_hash.toString())
    expect(stored).toHaveLength(10)
    for (const code of codes) expect(stored.join()).not.toContain(code)
  })

  test('one of them replaces the app once, however it is typed', async () => {
    const { email, codes } = await personWithCodes()
    const client = await signIn(fixture.server, email)
    const typed = `${codes[0]?.slice(0, 8).toUpperCase()}-${codes[0]?.slice(8)} `
    const { data, error } = await client.auth.mfa.recoveryCodes.verify({ code: typed })
    expect(error).toBeNull()
    expect(data?.user.id).toBeDefined()
    expect(await level(client)).toBe('aal2')
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)

    const again = await signIn(fixture.server, email)
    const second = await again.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect(second.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(await level(again)).toBe('aal1')
  })

  test("somebody else's codes are no use", async () => {
    const [one, two] = [await personWithCodes(), await personWithCodes()]
    const client = await signIn(fixture.server, one.email)
    const { error } = await client.auth.mfa.recoveryCodes.verify({ code: two.codes[0] ?? '' })
    expect(error?.code).toBe('mfa_verification_failed')
  })

  test('a new set replaces the old one', async () => {
    const { client, email, codes } = await personWithCodes()
    expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe(
      'mfa_verified_factor_exists',
    )
    const { data } = await client.auth.mfa.recoveryCodes.regenerate()
    expect(data?.codes).toHaveLength(10)
    const weak = await signIn(fixture.server, email)
    expect((await weak.auth.mfa.recoveryCodes.regenerate()).error?.code).toBe('insufficient_aal')
    const old = await weak.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect(old.error?.code).toBe('mfa_verification_failed')
    const fresh = await weak.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
    expect(fresh.error).toBeNull()
  })

  test('there are none without an app, and they go with it', async () => {
    const { client } = await fixture.newPerson()
    expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal')
    expect((await client.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe(
      'mfa_factor_not_found',
    )
    const { factorId } = await withSecondFactor(client)
    await client.auth.mfa.recoveryCodes.generate()
    await client.auth.mfa.unenroll({ factorId })
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all).toEqual([])
  })

  test('they may be guessed fifteen times in five minutes', async () => {
    const { email, codes } = await personWithCodes()
    const thief = await signIn(fixture.server, email)
    for (let n = 0; n < 15; n += 1)
      await thief.auth.mfa.recoveryCodes.verify({ code: `guess ${n}` })
    const { error } = await thief.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect(error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' })
  })

  test('who uses up the tries of the app locks nobody out of the codes', async () => {
    const { email, codes } = await personWithCodes()
    const thief = await signIn(fixture.server, email)
    const factorId = (await thief.auth.mfa.listFactors()).data?.totp[0]?.id ?? ''
    const guess = () => thief.auth.mfa.challenge({ factorId })
    for (let n = 0; n < 15; n += 1) await guess()
    expect((await guess()).error).toMatchObject({ status: 429 })

    const owner = await signIn(fixture.server, email)
    expect((await owner.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeNull()
    expect(await level(owner)).toBe('aal2')
  })

  test('nor who uses up the tries of the codes, from elsewhere', async () => {
    const other = await openFixture({ TRUST_PROXY: '1' })
    const person = await other.newPerson()
    await withSecondFactor(person.client)
    const { data } = await person.client.auth.mfa.recoveryCodes.generate()
    const client = await signIn(other.server, person.email)
    const { session } = (await client.auth.getSession()).data
    const tryCode = async (code: string, address: string) => {
      const response = await fetch(`${other.server.url}/auth/v1/factors/recovery-codes/verify`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': address,
          Authorization: `Bearer ${session?.access_token}`,
          apikey: other.server.anonKey,
        },
        body: JSON.stringify({ code }),
      })
      return response.status
    }
    for (let n = 0; n < 15; n += 1) expect(await tryCode(`guess ${n}`, '192.0.2.1')).toBe(422)
    expect(await tryCode(data?.codes[0] ?? '', '192.0.2.1')).toBe(429)
    expect(await tryCode(data?.codes[0] ?? '', '192.0.2.2')).toBe(200)
  })
})

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
