import { describe, expect, test } from 'vitest'
import { codeOfTwoMinutesAgo, nextCode } from '../../support/authenticator.ts'
import type { Client } from '../../support/client.ts'
import { forFile } from '../../support/for-file.ts'
import { openFixture, signIn, withSecondFactor } from './account-fixture.ts'

const fixture = forFile(openFixture)

/** An approved scriptwriter, signed in, with one script. */
async function newPerson() {
  const person = await fixture.newPerson()
  await person.client.from('scripts').insert({ title: 'Mine', content: 'FADE IN:' })
  return person
}

const titles = async (client: Client) => (await client.from('scripts').select('title')).data

describe('an authenticator app', () => {
  test('is enrolled with a QR code, a secret and an address for the app', async () => {
    const { client, email } = await newPerson()
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Script Writer',
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>$/)
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data?.totp.uri ?? '')
    expect(decodeURIComponent(uri.pathname)).toContain(`Script Writer:${email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      algorithm: 'SHA1',
      digits: '6',
      issuer: 'Script Writer',
      period: '30',
      secret: data?.totp.secret,
    })
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.all).toMatchObject([
      { factor_type: 'totp', status: 'unverified', friendly_name: 'Phone' },
    ])
    expect(factors?.totp).toEqual([])
  })

  test('once verified raises the session to aal2, in the token too', async () => {
    const { client } = await newPerson()
    const level = () => client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect((await level()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    await withSecondFactor(client)
    const { data } = await level()
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const methods = data?.currentAuthenticationMethods.map((entry) =>
      typeof entry === 'string' ? entry : entry.method,
    )
    expect(methods).toEqual(['password', 'totp'])
    await client.auth.refreshSession()
    expect((await level()).data?.currentLevel).toBe('aal2')
  })

  test('ends every other session that has shown a password only', async () => {
    const { client, email } = await newPerson()
    const elsewhere = await signIn(fixture.server, email)
    await withSecondFactor(client)
    expect((await elsewhere.auth.getUser()).error).not.toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('is removed by a session that has shown it, which then is aal1 and works on', async () => {
    const { client, email } = await newPerson()
    const { factorId } = await withSecondFactor(client)
    const weak = await signIn(fixture.server, email)
    expect((await weak.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    const { data, error } = await client.auth.mfa.unenroll({ factorId })
    expect([data, error]).toEqual([{ id: factorId }, null])
    await client.auth.refreshSession()
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect(await titles(client)).toHaveLength(1)
    expect(await titles(weak)).toHaveLength(1)
  })

  test.each([
    ['phone', 'mfa_phone_enroll_not_enabled', 422],
    ['webauthn', 'mfa_webauthn_enroll_not_enabled', 422],
    ['pigeon', 'validation_failed', 400],
  ])('of type %s is refused by name', async (factorType, code, status) => {
    const { client } = await newPerson()
    const { error } = await client.auth.mfa.enroll({
      factorType: factorType as 'phone',
      phone: '+49151',
    })
    expect(error).toMatchObject({ code, status })
  })

  test('has a name of its own, and there are at most ten', async () => {
    const { client } = await newPerson()
    const enroll = (friendlyName: string) =>
      client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
    await enroll('0')
    expect((await enroll('0')).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    })
    for (let n = 1; n < 10; n += 1) expect((await enroll(String(n))).error).toBeNull()
    expect((await enroll('10')).error).toMatchObject({
      status: 403,
      code: 'too_many_enrolled_mfa_factors',
    })
  })

  test("has a secret that is not in the database in the clear, and no stranger's", async () => {
    const [one, two] = [await newPerson(), await newPerson()]
    const { factorId, secret } = await withSecondFactor(one.client)
    const { rows } = await fixture.pool.query<{ secret: Buffer }>(
      'select secret from auth.mfa_factors where id = $1',
      [factorId],
    )
    const bits = Array.from(rows[0]?.secret ?? [], (byte) => byte.toString(2).padStart(8, '0'))
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const plain = Array.from(secret, (letter) =>
      letters.indexOf(letter).toString(2).padStart(5, '0'),
    )
    expect(bits.join('')).not.toContain(plain.join(''))
    const theirs = await two.client.auth.mfa.challenge({ factorId })
    expect(theirs.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const gone = await two.client.auth.mfa.unenroll({ factorId })
    expect(gone.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })
})

describe('a code', () => {
  test('is good once: a second use is refused, also when both come at the same moment', async () => {
    const { client, email } = await newPerson()
    const { factorId, secret } = await withSecondFactor(client)
    const clients = [await signIn(fixture.server, email), await signIn(fixture.server, email)]
    const code = nextCode(secret)
    const both = await Promise.all(
      clients.map(async ({ auth }) => auth.mfa.challengeAndVerify({ factorId, code })),
    )
    // The accepted code ends the other session, which is signed in with the password only.
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    const again = await (await signIn(fixture.server, email)).auth.mfa.challengeAndVerify({
      factorId,
      code,
    })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test.each(['000000', '12345', 'abcdef', '１２３４５６'])('%j is refused', async (code) => {
    const { client } = await newPerson()
    const { factorId } = await withSecondFactor(client)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test('of two minutes ago is refused', async () => {
    const { client } = await newPerson()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const code = codeOfTwoMinutesAgo(data?.totp.secret ?? '')
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test('needs a challenge of its own factor that is fresh, unused and from the same address', async () => {
    const { client } = await newPerson()
    const { factorId, secret } = await withSecondFactor(client)
    const verify = (challengeId: string) =>
      client.auth.mfa.verify({ factorId, challengeId, code: nextCode(secret) })
    const unknown = await verify('00000000-0000-4000-8000-000000000000')
    expect(unknown.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })

    const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
    const old = await challenge()
    await fixture.pool.query(
      "update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = $1",
      [old],
    )
    expect((await verify(old)).error).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
    })

    const foreign = await challenge()
    await fixture.pool.query(
      "update auth.mfa_challenges set ip_address = '203.0.113.9' where id = $1",
      [foreign],
    )
    const mismatch = { status: 422, code: 'mfa_ip_address_mismatch' }
    expect((await verify(foreign)).error).toMatchObject(mismatch)

    const good = await challenge()
    expect((await verify(good)).error).toBeNull()
    expect((await verify(good)).error).toMatchObject(mismatch)
  })

  test('may be guessed fifteen times in five minutes, then not even the right one counts', async () => {
    const { client, email } = await newPerson()
    const { factorId, secret } = await withSecondFactor(client)
    const thief = await signIn(fixture.server, email)
    const { data: challenge } = await thief.auth.mfa.challenge({ factorId })
    const guess = (code: string) =>
      thief.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    for (let n = 0; n < 15; n += 1) await guess('000000')
    expect((await guess(nextCode(secret))).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    })
    const other = await newPerson()
    await withSecondFactor(other.client)
  })
})

describe('a password alone, where a second factor exists', () => {
  test('reads and writes nothing: the database refuses until the code is shown', async () => {
    const { client, email } = await newPerson()
    const stranger = await newPerson()
    const { factorId, secret } = await withSecondFactor(client)
    const weak = await signIn(fixture.server, email)
    expect(await titles(weak)).toEqual([])
    const insertion = await weak.from('scripts').insert({ title: 'Theirs', content: '' })
    expect(insertion.error?.code).toBe('42501')
    const saving = await weak.rpc('save_script', { title: 'Theirs', content: '' })
    expect(saving.error?.message).toBe('not_approved')
    const job = await weak.functions.invoke('generate-script', {
      body: { prompt: 'Go', currentScript: '', conversationId: null },
    })
    expect((job.error as { context?: Response } | null)?.context?.status).toBe(403)
    expect(await titles(stranger.client)).toHaveLength(1)
    expect(await titles(client)).toHaveLength(1)

    await weak.auth.mfa.challengeAndVerify({ factorId, code: nextCode(secret) })
    expect(await titles(weak)).toEqual([{ title: 'Mine' }])
  })

  test('changes no password and adds no factor', async () => {
    const { client, email } = await newPerson()
    await withSecondFactor(client)
    const weak = await signIn(fixture.server, email)
    const change = await weak.auth.updateUser({ password: 'another long password' })
    expect(change.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    const factor = await weak.auth.mfa.enroll({ factorType: 'totp' })
    expect(factor.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })
})

describe('with REQUIRE_ADMIN_MFA', () => {
  const strict = forFile(() => openFixture({ REQUIRE_ADMIN_MFA: 'true' }))

  test('an admin has no admin rights until a second factor is shown', async () => {
    const { client } = strict.admin
    const attempts = async () => [
      (await client.rpc('list_users')).error?.message,
      ((await client.from('audit_log').select('id')).data?.length ?? 0) > 0,
    ]
    expect(await attempts()).toEqual(['not_an_admin', false])
    // Without a second factor they may still do what every approved person may.
    const own = await client.from('scripts').insert({ title: 'Mine', content: '' })
    expect(own.error).toBeNull()
    const { factorId } = await withSecondFactor(client)
    expect(await attempts()).toEqual([undefined, true])
    await client.auth.mfa.unenroll({ factorId })
    expect(await attempts()).toEqual(['not_an_admin', false])
  })

  test('it asks nothing of writers, and the page is told of it', async () => {
    const { client } = await strict.newPerson()
    expect((await client.from('scripts').select('id')).error).toBeNull()
    const config = await (await fetch(`${strict.server.url}/config.json`)).json()
    expect(config).toMatchObject({ requireAdminMfa: true })
  })
})
