import { createClient, type EmailOtpType, type MobileOtpType } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

// Parts of Supabase Auth that are not supported: each is refused by name, never answered differently.

const PASSWORD = 'a good long password'
const much = { most: 10_000, seconds: 60 }

let server: TestServer
let strict: TestServer

beforeAll(async () => {
  const authLimits = { signUpClient: much, mailClient: much, verifyClient: much }
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  server = await startTestServer({ DATABASE_URL: one.url }, { authLimits })
  strict = await startTestServer(
    { DATABASE_URL: two.url, AUTH_CONFIRM_EMAIL: 'true' },
    { authLimits },
  )
})

const refused = (message: string) => ({ status: 422, code: 'provider_disabled', message })

describe('verifyOtp', () => {
  test.each(['magiclink', 'invite', 'email_change'] satisfies EmailOtpType[])(
    'of type %s is refused by name, with a token, a hash or a link',
    async (type) => {
      const { auth } = await newClient(server.url)
      const failure = refused(`Verification of type "${type}" is not supported`)
      const byHash = await auth.verifyOtp({ type, token_hash: 'x' })
      expect(byHash.error).toMatchObject(failure)
      const byToken = await auth.verifyOtp({ type, token: '123456', email: 'a@example.com' })
      expect(byToken.error).toMatchObject(failure)
      const link = `${server.url}/auth/v1/verify?type=${type}&token=x`
      const { headers } = await fetch(link, { redirect: 'manual' })
      const { hash } = new URL(headers.get('location') ?? '')
      expect(new URLSearchParams(hash.slice(1)).get('error_code')).toBe('provider_disabled')
    },
  )

  test.each(['sms', 'phone_change'] satisfies MobileOtpType[])(
    'of type %s is refused by name',
    async (type) => {
      const { auth } = await newClient(server.url)
      const { error } = await auth.verifyOtp({ type, token: '123456', phone: '+4912345678' })
      expect(error).toMatchObject(refused(`Verification of type "${type}" is not supported`))
    },
  )

  test('of a type that does not exist is invalid', async () => {
    const { auth } = await newClient(server.url)
    const { error } = await auth.verifyOtp({ type: 'other' as EmailOtpType, token_hash: 'x' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('the PKCE flow', () => {
  const failure = refused('The PKCE flow is not supported')

  async function pkceClient(url: string) {
    const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
    return createClient(url, anonKey, {
      auth: { flowType: 'pkce', persistSession: false, autoRefreshToken: false },
    })
  }

  test('is refused where a link would be mailed', async () => {
    const { auth } = await pkceClient(strict.url)
    const email = 'a@example.com'
    expect((await auth.resetPasswordForEmail(email)).error).toMatchObject(failure)
    expect((await auth.signUp({ email, password: PASSWORD })).error).toMatchObject(failure)
    expect((await auth.resend({ type: 'signup', email })).error).toMatchObject(failure)
    const sent = strict.log.filter((entry) => 'links' in entry)
    expect(sent).toEqual([])
  })

  test('makes no difference where a session is the answer', async () => {
    const { auth } = await pkceClient(server.url)
    const { data, error } = await auth.signUp({ email: 'b@example.com', password: PASSWORD })
    expect([error, data.user?.email]).toEqual([null, 'b@example.com'])
  })
})
