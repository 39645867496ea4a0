import type { Context, Hono } from 'hono'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { failures } from '../failures.ts'
import { readBody } from '../request-body.ts'
import type { AuthService } from '../service.ts'
import { hasSecondFactor } from '../accounts/user.ts'
import { mfaFailures } from './failures.ts'
import { recoveryCodeRoutes } from './recovery-code-routes.ts'
import { enrollmentUri } from './totp.ts'

const name = z
  .string()
  .trim()
  .max(100, 'friendly_name is longer than 100 characters')
  .refine((given) => given.isWellFormed() && !given.includes('\0'), 'friendly_name is not valid')

const enrollment = z.object({
  factor_type: z.string('factor_type needs to be totp'),
  friendly_name: name.nullish(),
  issuer: z.string().trim().max(100, 'issuer is longer than 100 characters').nullish(),
})

const verification = z.object({
  challenge_id: z.uuid('challenge_id must be an UUID'),
  code: z.string('Code needs to be non-empty').trim().min(1, 'Code needs to be non-empty').max(64),
})

const isUuid = (text: string) => z.uuid().safeParse(text).success

function factorIdIn(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw mfaFailures.factorIdInvalid()
  return id
}

/** Second factors by authenticator app, in the protocol of Supabase Auth. */
export function factorRoutes(app: Hono, auth: AuthService): void {
  const attempt = (c: Context, userId: string) =>
    auth.limits.take({ factorUser: userId, factorClient: auth.addressOf(c) })

  recoveryCodeRoutes(app, auth)

  app.post('/factors', async (c) => {
    const { user, session } = await auth.caller(c)
    const { factor_type: type, friendly_name, issuer } = await readBody(c, enrollment)
    if (type === 'phone' || type === 'webauthn') throw mfaFailures.enrollDisabled(type)
    if (type !== 'totp') throw failures.invalid('factor_type needs to be totp')
    if (hasSecondFactor(user) && session.aal !== 'aal2') throw mfaFailures.enrollNeedsAal2()
    await attempt(c, user.id)
    const friendlyName = friendly_name ?? ''
    const { id, secret } = await auth.factors.enroll(user.id, friendlyName)
    const uri = enrollmentUri(issuer || new URL(auth.options.site()).host, user.email ?? '', secret)
    const totp = { qr_code: renderSVG(uri, { border: 2 }), secret, uri }
    return c.json({ id, type, friendly_name: friendlyName, totp })
  })

  app.post('/factors/:id/challenge', async (c) => {
    const { user } = await auth.caller(c)
    const factorId = factorIdIn(c)
    await attempt(c, user.id)
    const { id, expires } = await auth.factors.challenge(user.id, factorId, auth.addressOf(c))
    return c.json({ id, type: 'totp', expires_at: expires })
  })

  app.post('/factors/:id/verify', async (c) => {
    const { user, session } = await auth.caller(c)
    const factorId = factorIdIn(c)
    const { challenge_id: challengeId, code } = await readBody(c, verification)
    await attempt(c, user.id)
    const refreshToken = await auth.factors.verify({
      userId: user.id,
      sessionId: session.id,
      factorId,
      challengeId,
      code,
      address: auth.addressOf(c),
    })
    return c.json(await auth.sessions.describe(session.id, user.id, refreshToken))
  })

  app.delete('/factors/:id', async (c) => {
    const { user, session } = await auth.caller(c)
    const factorId = factorIdIn(c)
    const factor = user.factors.find(({ id }) => id === factorId)
    if (factor?.factor_type !== 'totp') throw mfaFailures.factorNotFound()
    if (factor.status === 'verified' && session.aal !== 'aal2')
      throw mfaFailures.unenrollNeedsAal2()
    await auth.factors.remove(user.id, factorId, auth.addressOf(c))
    return c.json({ id: factorId })
  })
}
