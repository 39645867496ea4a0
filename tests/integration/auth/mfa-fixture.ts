import { codeNow } from '../../support/authenticator.ts'
import { type Client, newClient } from '../../support/client.ts'
import type { TestServer } from '../../support/test-server.ts'

export const PASSWORD = 'a good long password'

/** The official client with its recovery codes switched on, signed in with the password alone. */
export async function signIn(server: TestServer, email: string): Promise<Client> {
  const client = await newClient(server.url)
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

/** An approved person with a verified authenticator app; its code of the current step is used up. */
export async function withSecondFactor(client: Client) {
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const { secret } = factor.totp
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeNow(secret),
  })
  if (verified.error) throw verified.error
  return { factorId: factor.id, secret }
}
