import { createClient, type EmailOtpType } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { newClient } from '../../support/client.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

// Parts of Supabase Auth that are not supported: each is refused by name, never answered differently.

const PASSWORD = 'a good long password'
const much = { most: 10_000, seconds: 60 }

const authLimits = { signUpClient: much, mailClient: much, verifyClient: much }
const server = forFile(async () =>
  startTestServer({ DATABASE_URL: (await createTestDatabase()).url }, { authLimits }),
)
const strict = forFile(async () =>
  startTestServer(
    { DATABASE_URL: (await createTestDatabase()).url, AUTH_CONFIRM_EMAIL: 'true' },
    { authLimits },
  ),
)

const refused = (message: string) => ({ status: 422, code: 'provider_disabled', message })

test.each(['magiclink', 'invite', 'email_change'] satisfies EmailOtpType[])(
  'verifyOtp of type %s is refused by name, with a hash or a link',
  async (type) => {
    const { auth } = await newClient(server.url)
    const { error } = await auth.verifyOtp({ type, token_hash: 'x' })
    expect(error).toMatchObject(refused(`Verification of type "${type}" is not supported`))
    const link = `${server.url}/auth/v1/verify?type=${type}&token=x`
    const { headers } = await fetch(link, { redirect: 'manual' })
    const { hash } = new URL(headers.get('location') ?? '')
    expect(new URLSearchParams(hash.slice(1)).get('error_code')).toBe('provider_disabled')
  },
)

test('verifyOtp of a type that does not exist is invalid', async () => {
  const { auth } = await newClient(server.url)
  const { error } = await auth.verifyOtp({ type: 'other' as EmailOtpType, token_hash: 'x' })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

describe('the PKCE flow', () => {
  const failure = refused('The PKCE flow is not supported')

  const pkceClient = ({ url, anonKey }: TestServer) =>
    createClient(url, anonKey, {
      auth: { flowType: 'pkce', persistSession: false, autoRefreshToken: false },
    })

  test('is refused where a link would be mailed', async () => {
    const { auth } = pkceClient(strict)
    const email = 'a@example.com'
    expect((await auth.resetPasswordForEmail(email)).error).toMatchObject(failure)
    expect((await auth.signUp({ email, password: PASSWORD })).error).toMatchObject(failure)
    expect((await auth.resend({ type: 'signup', email })).error).toMatchObject(failure)
    const sent = strict.log.filter((entry) => 'links' in entry)
    expect(sent).toEqual([])
  })

  test('makes no difference where a session is the answer', async () => {
    const { auth } = pkceClient(server)
    const { data, error } = await auth.signUp({ email: 'b@example.com', password: PASSWORD })
    expect([error, data.user?.email]).toEqual([null, 'b@example.com'])
  })
})
