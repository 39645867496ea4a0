import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { startTestServer } from '../../support/test-server.ts'
import { openFixture, signIn, withSecondFactor } from './account-fixture.ts'

const fixture = forFile(() => openFixture({ SESSION_DAYS: '7' }))

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
