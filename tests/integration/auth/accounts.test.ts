import { AuthWeakPasswordError } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { newClient } from '../../support/client.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

const database = fileDatabase()
const server = forFile(() => startTestServer({ DATABASE_URL: database.url }))

const GOOD = 'a good long password'

async function signedUp(email: string) {
  const client = await newClient(server.url)
  const { data, error } = await client.auth.signUp({ email, password: GOOD })
  expect(error).toBeNull()
  return { client, user: data.user, session: data.session }
}

describe('sign-up', () => {
  test('creates an account, a profile and a session', async () => {
    const { session, user } = await signedUp('anna@example.com')
    expect(user).toMatchObject({ email: 'anna@example.com', role: 'authenticated' })
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(user?.last_sign_in_at).toBeDefined()
    expect(decodeJwt(session?.access_token ?? '')).toMatchObject({
      sub: user?.id,
      role: 'authenticated',
      aud: 'authenticated',
      iss: `${server.url}/auth/v1`,
      session_id: expect.any(String),
    })
    const { rows } = await database.pool.query('select email from public.profiles where id = $1', [
      user?.id,
    ])
    expect(rows).toEqual([{ email: 'anna@example.com' }])
  })

  test('returns the user with the identity that Supabase Auth describes', async () => {
    const { client, user } = await signedUp('shape@example.com')
    const { id, created_at, last_sign_in_at } = user ?? {}
    const email = 'shape@example.com'
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as string
    expect(user?.identities).toEqual([
      {
        identity_id: id,
        id,
        user_id: id,
        identity_data: { email, email_verified: true, phone_verified: false, sub: id },
        provider: 'email',
        last_sign_in_at,
        created_at,
        updated_at: time,
        email,
      },
    ])
    expect((await client.auth.getUserIdentities()).data?.identities).toMatchObject([{ id, email }])
  })

  test('stores and returns no password in plain text', async () => {
    const { user } = await signedUp('secret@example.com')
    const { rows } = await database.pool.query<{ hash: string }>(
      'select encrypted_password as hash from auth.users where id = $1',
      [user?.id],
    )
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(user)).not.toContain('argon2')
    expect(JSON.stringify(server.log)).not.toContain(GOOD)
  })

  test('with a taken address is refused, in any capitalisation', async () => {
    await signedUp('taken@example.com')
    const client = await newClient(server.url)
    const { error } = await client.auth.signUp({ email: ' TAKEN@Example.com', password: GOOD })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
  })

  test.each([
    ['short', 'Password must be at least 8 characters long.', ['length']],
    ['password123', 'Password is one of the most common ones, please choose another.', ['pwned']],
  ])('with the password %j is refused with reasons', async (password, message, reasons) => {
    const client = await newClient(server.url)
    const { error } = await client.auth.signUp({ email: 'weak@example.com', password })
    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, message, reasons })
  })

  test.each([
    'nonsense',
    'a@b',
    '@example.com',
    'two@@example.com',
    'sp ace@example.com',
    `${'x'.repeat(250)}@example.com`,
    'evil\u202Emoc.elpmaxe@example.com',
    'isolated\u2066@example.com',
    'marked\u200F@example.com',
    'joined\u200D@example.com',
    'name@exa\u202Dmple.com',
  ])('with the address %j is refused', async (email) => {
    const client = await newClient(server.url)
    const { error } = await client.auth.signUp({ email, password: GOOD })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('with a password of more than 72 bytes is refused instead of truncated', async () => {
    const client = await newClient(server.url)
    const { error } = await client.auth.signUp({
      email: 'long@example.com',
      password: 'ü'.repeat(37),
    })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('with one address by eight at once creates one account', async () => {
    const signUps = Array.from({ length: 8 }, async () =>
      (await newClient(server.url)).auth.signUp({ email: 'race@example.com', password: GOOD }),
    )
    expect((await Promise.all(signUps)).filter(({ error }) => error === null)).toHaveLength(1)
  })
})

describe('sign-in', () => {
  test('opens a session with the right password only', async () => {
    await signedUp('bert@example.com')
    const client = await newClient(server.url)
    const right = await client.auth.signInWithPassword({
      email: 'BERT@example.com',
      password: GOOD,
    })
    expect(right.data.user?.email).toBe('bert@example.com')
    for (const attempt of [
      { email: 'bert@example.com', password: 'wrong' },
      { email: 'bert@example.com', password: '' },
      { email: 'bert@example.com', password: 'x'.repeat(100_000) },
      { email: 'nobody@example.com', password: GOOD },
    ]) {
      const wrong = await client.auth.signInWithPassword(attempt)
      expect(wrong.error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      })
    }
  })
})

describe("one's own account", () => {
  test('a new password works, the old one no longer, and other sessions end', async () => {
    const { client } = await signedUp('carla@example.com')
    const other = await newClient(server.url)
    await other.auth.signInWithPassword({ email: 'carla@example.com', password: GOOD })
    expect((await client.auth.updateUser({ password: 'another' })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const old = await other.auth.signInWithPassword({ email: 'carla@example.com', password: GOOD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
    const fresh = await other.auth.signInWithPassword({
      email: 'carla@example.com',
      password: 'another',
    })
    expect(fresh.error).toBeNull()
  })

  test.each([
    ['12345', { code: 'weak_password' }],
    ['Password123', { code: 'weak_password', reasons: ['pwned'] }],
    ['123456', { code: 'weak_password', reasons: ['pwned'] }],
    ['Qwerty1', { code: 'weak_password', reasons: ['pwned'] }],
    [GOOD, { code: 'same_password' }],
  ])('does not take %j as a new password', async (password, refusal) => {
    const { client } = await signedUp(`change${password.length}@example.com`)
    expect((await client.auth.updateUser({ password })).error).toMatchObject(refusal)
  })

  test('has at most 4 kB of metadata, however it is sent, and none of it in the token', async () => {
    const [{ client, session }, other] = [
      await signedUp('growing@example.com'),
      await signedUp('other@example.com'),
    ]
    const half = 'x'.repeat(2_500)
    expect((await client.auth.updateUser({ data: { one: half } })).error).toBeNull()
    const more = await client.auth.updateUser({ data: { two: half } })
    expect(more.error).toMatchObject({ status: 422, code: 'validation_failed' })
    expect((await other.client.auth.updateUser({ data: { two: half } })).error).toBeNull()
    const { data } = await client.auth.refreshSession({
      refresh_token: session?.refresh_token ?? '',
    })
    expect(Object.keys(data.user?.user_metadata ?? {})).toEqual(['one'])
    expect(decodeJwt(data.session?.access_token ?? '')).not.toHaveProperty('user_metadata')
    expect(data.session?.access_token.length).toBeLessThan(1_500)
    const signUp = await other.client.auth.signUp({
      email: 'big@example.com',
      password: GOOD,
      options: { data: { one: half, two: half } },
    })
    expect(signUp.error).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  test('merges new metadata into the old', async () => {
    const { client } = await signedUp('meta@example.com')
    await client.auth.updateUser({ data: { name: 'Mia' } })
    const { data } = await client.auth.updateUser({ data: { city: 'Lisbon' } })
    expect(data.user?.user_metadata).toEqual({ name: 'Mia', city: 'Lisbon' })
    const removed = await client.auth.updateUser({ data: { city: null, street: null } })
    expect(removed.data.user?.user_metadata).toEqual({ name: 'Mia' })
  })
})
