import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { type Client, newClient } from '../../support/client.ts'
import { startTestServer } from '../../support/test-server.ts'
import { openFixture, signIn, withSecondFactor } from './account-fixture.ts'

const SECRET = 'a secret of this test, long enough for it'
const fixture = forFile(() => openFixture({ JWT_SECRET: SECRET, SESSION_DAYS: '7' }))

const sessionOf = async ({ auth }: Client) => {
  const { session } = (await auth.getSession()).data
  if (!session) throw new Error('no session')
  return session
}

const refresh = async (token: string) =>
  (await newClient(fixture.server.url)).auth.refreshSession({ refresh_token: token })

const userWith = (token: string) =>
  fetch(`${fixture.server.url}/auth/v1/user`, {
    headers: { apikey: fixture.server.anonKey, authorization: `Bearer ${token}` },
  })

describe('refresh tokens', () => {
  test('rotate: each returns a new token of the same session', async () => {
    const { session } = await fixture.newPerson()
    const { data, error } = await refresh(session.refresh_token)
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.user?.id).toBe(session.user.id)
    expect((await userWith(data.session?.access_token ?? '')).status).toBe(200)
  })

  const tokenAfter = async (token: string) => (await refresh(token)).data.session?.refresh_token

  test('tabs that refresh at the same time continue with the same token', async () => {
    const { session } = await fixture.newPerson()
    const tabs = await Promise.all(
      Array.from({ length: 4 }, () => tokenAfter(session.refresh_token)),
    )
    expect(new Set(tabs).size).toBe(1)
    expect(tabs[0]).toBeTypeOf('string')
    const { rowCount } = await fixture.pool.query(
      `select from auth.refresh_tokens join auth.sessions on sessions.id = session_id
       where user_id = $1 and used_at is null`,
      [session.user.id],
    )
    expect(rowCount).toBe(1)
  })

  test('a tab that missed several refreshes gets the newest token', async () => {
    const [{ session }, other] = [await fixture.newPerson(), await fixture.newPerson()]
    const second = (await tokenAfter(session.refresh_token)) ?? ''
    const third = await tokenAfter(second)
    expect(await tokenAfter(session.refresh_token)).toBe(third)
    expect(await tokenAfter(other.session.refresh_token)).not.toBe(third)
  })

  test('a token that a second factor replaced is not good for another', async () => {
    const { client, session } = await fixture.newPerson()
    await withSecondFactor(client)
    expect((await refresh(session.refresh_token)).error).toMatchObject({
      code: 'refresh_token_not_found',
    })
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('reusing one later ends the whole session', async () => {
    const { session } = await fixture.newPerson()
    const { data } = await refresh(session.refresh_token)
    await fixture.pool.query(
      "update auth.refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null",
    )
    const stolen = await refresh(session.refresh_token)
    expect(stolen.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    const child = await refresh(data.session?.refresh_token ?? '')
    expect(child.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    expect((await userWith(data.session?.access_token ?? '')).status).toBe(403)
  })

  test.each(['nonsense', 'x'.repeat(500)])('the unknown token %j is refused', async (token) => {
    expect((await refresh(token)).error).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
    })
  })

  test('are stored as hashes only', async () => {
    const { session } = await fixture.newPerson()
    const { rows } = await fixture.pool.query('select * from auth.refresh_tokens')
    expect(JSON.stringify(rows)).not.toContain(session.refresh_token)
  })
})

describe('logout', () => {
  test.each([
    ['local', 403, 200],
    ['others', 200, 403],
    ['global', 403, 403],
  ] as const)('scope %s: own session %i, another one %i', async (scope, own, another) => {
    const { email, client, session } = await fixture.newPerson()
    const elsewhere = await sessionOf(await signIn(fixture.server, email))
    expect((await client.auth.signOut({ scope })).error).toBeNull()
    expect((await userWith(session.access_token)).status).toBe(own)
    expect((await userWith(elsewhere.access_token)).status).toBe(another)
  })

  test("of one user does not end another's session", async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    await one.client.auth.signOut({ scope: 'global' })
    expect((await two.client.auth.getUser()).error).toBeNull()
  })

  test('makes the client report a missing session', async () => {
    const { email, client } = await fixture.newPerson()
    const elsewhere = await signIn(fixture.server, email)
    await client.auth.signOut({ scope: 'global' })
    expect((await elsewhere.auth.getUser()).error).toMatchObject({
      name: 'AuthSessionMissingError',
    })
  })
})

describe('access tokens', () => {
  const key = (secret: string) => new TextEncoder().encode(secret)
  const forge = (claims: Record<string, unknown>, secret = SECRET, expires = '1h') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key(secret))

  test('that are expired, foreign, unsigned, tampered or empty are 401', async () => {
    const { session } = await fixture.newPerson()
    const [header = '', payload = '', signature = ''] = session.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      unknown
    >
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad = [
      await forge(claims, 'another secret, also long enough here'),
      await forge({ ...claims, exp: undefined }, SECRET, '-1s'),
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, sub: '00000000-0000-7000-8000-000000000001' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(key(SECRET)),
      await forge({ ...claims, role: 'service_role' }),
      await forge({ ...claims, session_id: undefined }),
      'nonsense',
      '..',
    ]
    for (const token of bad) {
      const response = await userWith(token)
      expect([token.slice(0, 20), response.status]).toEqual([token.slice(0, 20), 403])
      expect(await response.json()).toMatchObject({ code: 'bad_jwt' })
    }
  })

  test("that name another user's session are refused", async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
        string,
        unknown
      >
    const mixed = await forge({
      ...claimsOf(one.session.access_token),
      session_id: claimsOf(two.session.access_token)['session_id'],
    })
    expect((await userWith(mixed)).status).toBe(403)
  })
})

describe('the sessions of a person', () => {
  test('a person sees their own with client and address, the current one first', async () => {
    const before = Date.now()
    const { client, email } = await fixture.newPerson()
    await fixture.newPerson()
    const elsewhere = await signIn(fixture.server, email)
    const { data } = await client.rpc('list_sessions')
    expect(data).toHaveLength(2)
    expect(data?.map(({ is_current }) => is_current)).toEqual([true, false])
    for (const session of data ?? []) {
      expect(session.client_address).toBe('127.0.0.1')
      expect(session.user_agent).toBe('node')
      expect(Date.parse(session.last_used_at)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(session.created_at)).toBeGreaterThanOrEqual(before)
    }
    expect((await elsewhere.rpc('list_sessions')).data?.[0]?.id).toBe(data?.[1]?.id)
  })

  test('one can be ended, and only an own one', async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    const elsewhere = await signIn(fixture.server, one.email)
    const other = (await one.client.rpc('list_sessions')).data?.[1]?.id ?? ''
    const stolen = await two.client.rpc('end_session', { session_id: other })
    expect(stolen.error?.message).toBe('session_not_found')
    expect((await elsewhere.auth.getUser()).error).toBeNull()
    expect((await one.client.rpc('end_session', { session_id: other })).error).toBeNull()
    expect((await elsewhere.auth.getUser()).error).not.toBeNull()
    expect((await one.client.auth.getUser()).error).toBeNull()
  })

  test('with a second factor a password alone neither lists nor ends them', async () => {
    const { client, email } = await fixture.newPerson()
    await withSecondFactor(client)
    const strong = (await client.rpc('list_sessions')).data?.[0]?.id ?? ''
    const weak = await signIn(fixture.server, email)
    expect((await weak.rpc('list_sessions')).data).toEqual([])
    const ending = await weak.rpc('end_session', { session_id: strong })
    expect(ending.error).toMatchObject({ code: '42501', message: 'second_factor_needed' })
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test("an admin ends a writer's sessions, a writer nobody's", async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    await signIn(fixture.server, one.email)
    const refused = await two.client.rpc('end_user_sessions', { user_id: one.id })
    expect(refused.error?.message).toBe('not_an_admin')
    const { data } = await fixture.admin.client.rpc('end_user_sessions', { user_id: one.id })
    expect(data).toBe(2)
    expect((await one.client.auth.getUser()).error).not.toBeNull()
    expect((await two.client.auth.getUser()).error).toBeNull()
    expect((await fixture.logOf(one)).at(-1)).toEqual({
      action: 'sessions_ended',
      actor_email: fixture.admin.email,
      client_address: '127.0.0.1',
    })
    const self = await fixture.admin.client.rpc('end_user_sessions', { user_id: fixture.admin.id })
    expect(self.error?.message).toBe('user_not_found')
  })

  test('after SESSION_DAYS a session ends, however often it was refreshed', async () => {
    const { client, id } = await fixture.newPerson()
    const { rows } = await fixture.pool.query<{ days: number }>(
      `select extract(epoch from not_after - created_at) / 86400 as days from auth.sessions
       where user_id = $1`,
      [id],
    )
    expect(Number(rows[0]?.days)).toBeCloseTo(7, 3)

    const soon =
      "update auth.sessions set not_after = now() + interval '10 minutes' where user_id = $1"
    await fixture.pool.query(soon, [id])
    const { data } = await client.auth.refreshSession()
    // No token outlives its session.
    expect(data.session?.expires_in).toBeLessThanOrEqual(600)

    await fixture.pool.query('update auth.sessions set not_after = now() where user_id = $1', [id])
    const late = await client.auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(late.error).toMatchObject({ status: 400, code: 'session_expired' })
  })

  test('a shorter SESSION_DAYS shortens the sessions there are', async () => {
    const { id } = await fixture.newPerson()
    await startTestServer({ DATABASE_URL: fixture.database.url, SESSION_DAYS: '2' })
    const { rows } = await fixture.pool.query<{ days: string }>(
      `select extract(epoch from not_after - created_at) / 86400 as days from auth.sessions
       where user_id = $1`,
      [id],
    )
    expect(Number(rows[0]?.days)).toBeCloseTo(2, 3)
  })
})
