import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { clientNetwork } from '../rate-limits.ts'
import { failures } from '../failures.ts'
import { isPassword } from '../passwords.ts'
import { emailAddress, password, readBody } from '../request-body.ts'
import type { AuthService } from '../service.ts'
import { deviceDigest } from './random-token.ts'

const credentials = z.object({ email: emailAddress, password })
const refresh = z.object({
  refresh_token: z
    .string('A refresh token is required')
    .min(1, 'A refresh token is required')
    .max(512),
})

/** Longer than any valid password: not worth hashing. */
const MAX_HASHED_BYTES = 1024

export function token(app: Hono, auth: AuthService): void {
  /** Counts the attempt. A device that has signed in to the account before has its own count. */
  const admit = async (c: Context, email: string) => {
    const device = deviceDigest(auth.clientOf(c))
    const found = await auth.accounts.byEmail(email, device)
    const signInClient = auth.addressOf(c)
    // Who has the same browser in a neighbouring network looks like a known device, and has a count apart from it.
    const account = found?.isKnownDevice ? `${email} ${device.toString('hex')}` : email
    await auth.limits.take({
      signInAddress: `${account} ${clientNetwork(signInClient)}`,
      signInEverywhere: account,
      signInClient,
    })
    return { user: found?.user, isKnownDevice: found?.isKnownDevice ?? false }
  }

  app.post('/token', async (c) => {
    const grant = c.req.query('grant_type')
    if (grant === 'password') {
      const given = await readBody(c, credentials)
      const { user, isKnownDevice } = await admit(c, given.email)
      const hash = user?.encrypted_password ?? undefined
      const short = Buffer.byteLength(given.password) <= MAX_HASHED_BYTES
      const matches = await isPassword(
        short ? given.password : '',
        hash,
        auth.hashCaller(c, given.email, isKnownDevice),
      )
      if (!user || !matches) {
        if (user) auth.securityLog.signInFailed(user.id, auth.addressOf(c))
        throw failures.credentials()
      }
      if (!user.email_confirmed_at) throw failures.emailNotConfirmed()
      return c.json(await auth.sessions.open(user.id, 'signed_in', auth.clientOf(c)))
    }
    if (grant === 'refresh_token') {
      const { refresh_token } = await readBody(c, refresh)
      await auth.limits.take({ refreshClient: auth.addressOf(c) })
      return c.json(await auth.sessions.refresh(refresh_token, auth.clientOf(c)))
    }
    if (['pkce', 'id_token', 'web3'].includes(grant ?? ''))
      throw failures.notOffered(`Signing in by ${grant}`)
    throw failures.invalid('unsupported_grant_type')
  })
}
