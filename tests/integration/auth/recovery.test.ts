import type { User } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { newClient } from '../../support/client.ts'
import {
  createTestDatabase,
  type TestDatabase,
  fileDatabase,
} from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const PASSWORD = 'a good long password'
const much = { most: 10_000, seconds: 60 }
const roomy = { signUpClient: much, mailClient: much, verifyClient: much, mailAddressMinute: much }

const database = fileDatabase()
const server = forFile(() => startTestServer({ DATABASE_URL: database.url }, { authLimits: roomy }))

const linksIn = (log: TestServer['log'], path: string) =>
  log
    .flatMap((entry) => (entry['links'] as string[] | undefined) ?? [])
    .filter((link) => link.includes(path))

type Place = { server: TestServer; pool: TestDatabase['pool'] }

/** The link that an action sends; waits until earlier mails are delivered. */
async function nextLink(
  run: () => Promise<unknown>,
  place: Place = { server, pool: database.pool },
) {
  const unsent = 'select from private.mail_outbox where sent_at is null'
  await expect.poll(async () => (await place.pool.query(unsent)).rowCount).toBe(0)
  const links = () => linksIn(place.server.log, '/auth/v1/verify')
  const before = links().length
  await run()
  await expect.poll(() => links().length).toBe(before + 1)
  return links().at(-1) ?? ''
}

async function signedUp(email: string) {
  const client = await newClient(server.url)
  await client.auth.signUp({ email, password: PASSWORD })
  return client
}

async function follow(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  const target = new URL(response.headers.get('location') ?? '')
  return { status: response.status, target, values: new URLSearchParams(target.hash.slice(1)) }
}

const askFor = async (email: string, redirectTo: string) =>
  (await newClient(server.url)).auth.resetPasswordForEmail(email, { redirectTo })

describe('recovery', () => {
  test('leads from the mail to a new password and ends every other session', async () => {
    const elsewhere = await signedUp('lost@example.com')
    const resetPage = `${server.url}/auth/reset-password`
    const link = await nextLink(() => askFor('LOST@example.com', resetPage))
    const { status, target, values } = await follow(link)
    expect([status, target.origin + target.pathname, values.get('type')]).toEqual([
      303,
      resetPage,
      'recovery',
    ])

    const client = await newClient(server.url)
    const { error } = await client.auth.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
    expect((await client.auth.updateUser({ password: '123456' })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['pwned'],
    })
    expect((await client.auth.updateUser({ password: 'my new password' })).error).toBeNull()
    expect((await elsewhere.auth.getUser()).error).toMatchObject({
      name: 'AuthSessionMissingError',
    })
    const again = await elsewhere.auth.signInWithPassword({
      email: 'lost@example.com',
      password: 'my new password',
    })
    expect(again.error).toBeNull()
  })

  test('a link works once and expires after an hour', async () => {
    await signedUp('once@example.com')
    const link = await nextLink(() => askFor('once@example.com', server.url))
    expect((await follow(link)).values.get('type')).toBe('recovery')
    const second = await follow(link)
    expect(second.values.get('error_code')).toBe('otp_expired')
    expect(second.values.get('access_token')).toBeNull()

    const late = await nextLink(() => askFor('once@example.com', server.url))
    await database.pool.query('update auth.one_time_tokens set expires_at = clock_timestamp()')
    expect((await follow(late)).values.get('error_code')).toBe('otp_expired')
  })

  test('using one link voids the others', async () => {
    await signedUp('twice@example.com')
    const first = await nextLink(() => askFor('twice@example.com', server.url))
    const second = await nextLink(() => askFor('twice@example.com', server.url))
    expect((await follow(second)).values.get('type')).toBe('recovery')
    expect((await follow(first)).values.get('error_code')).toBe('otp_expired')
  })

  test.each([
    'https://evil.example/x',
    '//evil.example',
    'https://user@evil.example',
    'javascript:alert(1)',
  ])('never leads to %j', async (wanted) => {
    await signedUp(`evil${wanted.length}@example.com`)
    const link = await nextLink(() => askFor(`evil${wanted.length}@example.com`, wanted))
    expect((await follow(link)).target.origin).toBe(server.url)
    const bad = new URL('/auth/v1/verify', server.url)
    bad.search = String(new URLSearchParams({ type: 'recovery', token: 'x', redirect_to: wanted }))
    expect((await follow(bad.href)).target.origin).toBe(server.url)
  })

  test('an unknown address gets the same response as a known one, and no mail', async () => {
    await signedUp('known@example.com')
    const known = await askFor('known@example.com', server.url)
    const unknown = await askFor('unknown@example.com', server.url)
    expect(unknown).toEqual(known)
    const { rows } = await database.pool.query(
      "select recipient from private.mail_outbox where recipient in ('known@example.com', 'unknown@example.com') and template = 'recovery'",
    )
    expect(rows).toEqual([{ recipient: 'known@example.com' }])
  })

  test('the token is stored as a hash, and the mail’s copy is removed once sent', async () => {
    await signedUp('hash@example.com')
    const link = await nextLink(() => askFor('hash@example.com', server.url))
    const token = new URL(link).searchParams.get('token') ?? ''
    const kept = async () => {
      const { rows } = await database.pool.query<{ text: string }>(
        `select string_agg(t::text, ' ') as text from (
           select to_jsonb(o)::text as t from auth.one_time_tokens o
           union all select to_jsonb(m)::text from private.mail_outbox m) as everything`,
      )
      return rows[0]?.text.includes(token)
    }
    await expect.poll(kept).toBe(false)
  })

  test('the token opens a session through verifyOtp, and wrong guesses do not void it', async () => {
    await signedUp('guess@example.com')
    const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
    const client = await newClient(server.url)
    const good = await nextLink(() => askFor('guess@example.com', server.url))
    const verified = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenOf(good) })
    expect(verified.data.session).not.toBeNull()
    expect(verified.data.user?.last_sign_in_at).toBeDefined()

    const guessed = await nextLink(() => askFor('guess@example.com', server.url))
    for (let n = 0; n < 10; n += 1) {
      const { error } = await client.auth.verifyOtp({
        type: 'recovery',
        email: 'guess@example.com',
        token: `${n}`,
      })
      expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
    }
    expect((await follow(guessed)).values.get('type')).toBe('recovery')
  })

  test('a changed password voids every link sent before, of this person only', async () => {
    const [owner] = [await signedUp('changed@example.com'), await signedUp('unchanged@example.com')]
    const link = await nextLink(() => askFor('changed@example.com', server.url))
    const other = await nextLink(() => askFor('unchanged@example.com', server.url))
    expect((await owner.auth.updateUser({ password: 'my new password' })).error).toBeNull()
    expect((await follow(link)).values.get('error_code')).toBe('otp_expired')
    expect((await follow(other)).values.get('type')).toBe('recovery')
  })

  test('at most one mail per minute is sent to an address, known or not', async () => {
    const strict = await startTestServer({ DATABASE_URL: database.url })
    for (const email of ['minute@example.com', 'nobody@example.com']) {
      const client = await newClient(strict.url)
      expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
      expect((await client.auth.resetPasswordForEmail(email)).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
      })
    }
  })
})

describe('confirmation, when enabled', () => {
  let strict: TestServer
  let own: Place

  beforeAll(async () => {
    const { url, pool } = await createTestDatabase()
    strict = await startTestServer(
      { DATABASE_URL: url, AUTH_CONFIRM_EMAIL: 'true' },
      { authLimits: roomy },
    )
    own = { server: strict, pool }
  })

  test('an account can sign in only after following its link', async () => {
    const client = await newClient(strict.url)
    const account = { email: 'new@example.com', password: PASSWORD }
    const link = await nextLink(async () => {
      const { data, error } = await client.auth.signUp(account)
      expect([error, data.session, data.user?.email]).toEqual([null, null, 'new@example.com'])
    }, own)
    expect((await client.auth.signInWithPassword(account)).error).toMatchObject({
      code: 'email_not_confirmed',
    })
    const wrong = await client.auth.signInWithPassword({ ...account, password: 'wrong' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' })
    expect((await follow(link)).values.get('type')).toBe('signup')
    expect((await client.auth.signInWithPassword(account)).error).toBeNull()
  })

  test('a free, a taken and a confirmed address get the same response', async () => {
    const client = await newClient(strict.url)
    const email = 'taken@example.com'
    const ids = new Set<string>()
    const answer = async () => {
      const options = { data: { name: 'Eve' } }
      const before = Date.now()
      const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options })
      expect(error).toBeNull()
      const { id, created_at, updated_at, confirmation_sent_at, ...rest } = data.user as User
      ids.add(id)
      expect([updated_at, confirmation_sent_at]).toEqual([created_at, created_at])
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before)
      return rest
    }
    const free = await answer()
    expect(free.user_metadata).toEqual({ name: 'Eve' })
    expect(await answer()).toEqual(free)
    await own.pool.query('update auth.users set email_confirmed_at = now() where email = $1', [
      email,
    ])
    expect(await answer()).toEqual(free)
    // The same id again would reveal an account whose address is not confirmed.
    expect(ids.size).toBe(3)
  })

  test('its link opens no session once the password was changed', async () => {
    const email = 'late@example.com'
    const client = await newClient(strict.url)
    const confirmation = await nextLink(
      () => client.auth.signUp({ email, password: PASSWORD }),
      own,
    )
    const recovery = await nextLink(() => client.auth.resetPasswordForEmail(email), own)
    const { values } = await follow(recovery)
    await client.auth.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect((await client.auth.updateUser({ password: 'my new password' })).error).toBeNull()
    expect((await follow(confirmation)).values.get('error_code')).toBe('otp_expired')
  })

  const signIn = async (email: string, password: string) =>
    (await newClient(strict.url)).auth.signInWithPassword({ email, password })

  test('a repeated sign-up replaces the password and the data, and voids the link before', async () => {
    const email = 'victim@example.com'
    const [attacker, victim] = [await newClient(strict.url), await newClient(strict.url)]
    const theirs = { email, password: 'known to the attacker', options: { data: { mine: true } } }
    const first = await nextLink(() => attacker.auth.signUp(theirs), own)
    const second = await nextLink(() => victim.auth.signUp({ email, password: PASSWORD }), own)
    expect((await follow(first)).values.get('error_code')).toBe('otp_expired')
    expect((await follow(second)).values.get('type')).toBe('signup')
    expect((await signIn(email, theirs.password)).error).toMatchObject({
      code: 'invalid_credentials',
    })
    const { data } = await signIn(email, PASSWORD)
    expect(data.user?.user_metadata).toEqual({})
  })

  test('a confirmed account gets no second link and keeps its password, and no response reveals it', async () => {
    const client = await newClient(strict.url)
    const account = { email: 'done@example.com', password: PASSWORD }
    await follow(await nextLink(() => client.auth.signUp(account), own))
    expect((await client.auth.resend({ type: 'signup', email: account.email })).error).toBeNull()
    const again = await client.auth.signUp({ ...account, password: 'known to the attacker' })
    expect(again.error).toBeNull()
    const { rows } = await own.pool.query<{ mails: number }>(
      'select count(*)::int as mails from private.mail_outbox where recipient = $1',
      [account.email],
    )
    expect(rows).toEqual([{ mails: 1 }])
    expect((await signIn(account.email, 'known to the attacker')).error).not.toBeNull()
    expect((await signIn(account.email, PASSWORD)).error).toBeNull()
  })

  test('a recovery link forgets the password of an account that was not confirmed', async () => {
    const email = 'recovered@example.com'
    const client = await newClient(strict.url)
    const password = 'known to the attacker'
    await nextLink(() => client.auth.signUp({ email, password }), own)
    const link = await nextLink(() => client.auth.resetPasswordForEmail(email), own)
    expect((await follow(link)).values.get('type')).toBe('recovery')
    expect((await signIn(email, password)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('the link can be sent again', async () => {
    const client = await newClient(strict.url)
    await nextLink(
      () => client.auth.signUp({ email: 'again@example.com', password: PASSWORD }),
      own,
    )
    const link = await nextLink(
      () => client.auth.resend({ type: 'signup', email: 'again@example.com' }),
      own,
    )
    expect((await follow(link)).values.get('type')).toBe('signup')
  })
})
