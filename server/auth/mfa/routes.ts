import type { Context, Hono } from 'hono'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { failures } from '../failures.ts'
import { readBody } from '../request-body.ts'
import type { AuthService, Caller } from '../service.ts'
import { hasSecondFactor } from '../accounts/user.ts'
import { mfaFailures } from './failures.ts'
import { enrollmentUri } from './totp.ts'
import { clientNetwork } from '../rate-limits.ts'
import { canonical, HOW_MANY } from './recovery-codes.ts'

const DEFAULT_NAME = 'Recovery codes'

const generation = z.object({ friendly_name: z.string().trim().min(1).max(100).optional() })
const use = z.object({ code: z.string('Code needs to be non-empty').min(1).max(100) })

/** Codes for people who have lost their app: each works once, is shown once and stored as a hash. */
function recoveryCodeRoutes(app: Hono, auth: AuthService): void {
  const strongCaller = async (c: Context): Promise<Caller> => {
    const caller = await auth.caller(c)
    if (caller.session.aal !== 'aal2') throw mfaFailures.codesNeedAal2()
    return caller
  }

  const make = async (c: Context, { user }: Caller, name: string, replace: boolean) => {
    const made = await auth.factors.makeCodes(user.id, name, auth.addressOf(c), replace)
    if (!made) throw mfaFailures.codesExist()
    const { id, friendly_name, codes } = made
    return c.json({ id, type: 'recovery_code', friendly_name, total: HOW_MANY, codes })
  }

  app.get('/factors/recovery-codes', async (c) => {
    const { user } = await auth.caller(c)
    const { id, total, remaining } = await auth.factors.codesLeft(user.id)
    return c.json({ id, type: 'recovery_code', total, remaining })
  })

  app.post('/factors/recovery-codes', async (c) => {
    const caller = await strongCaller(c)
    const hasApp = caller.user.factors.some(
      ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
    )
    if (!hasApp) throw mfaFailures.codesAlone()
    const isEmpty = (await c.req.text()) === ''
    const { friendly_name } = isEmpty ? {} : await readBody(c, generation)
    return make(c, caller, friendly_name ?? DEFAULT_NAME, false)
  })

  app.post('/factors/recovery-codes/regenerate', async (c) => {
    const caller = await strongCaller(c)
    const hasCodes = caller.user.factors.some(({ factor_type }) => factor_type === 'recovery_code')
    if (!hasCodes) throw mfaFailures.factorNotFound()
    return make(c, caller, DEFAULT_NAME, true)
  })

  app.post('/factors/recovery-codes/verify', async (c) => {
    const { user, session } = await auth.caller(c)
    const { code } = await readBody(c, use)
    const client = auth.addressOf(c)
    await auth.limits.take(
      { recoveryCode: `${user.id} ${clientNetwork(client)}`, factorClient: client },
      'mfa_recovery_codes_locked',
    )
    const token = await auth.factors.useCode(user.id, session.id, canonical(code), client)
    return c.json(await auth.sessions.describe(session.id, user.id, token))
  })

  app.delete('/factors/recovery-codes', async (c) => {
    const { user } = await strongCaller(c)
    return c.json({ id: await auth.factors.removeCodes(user.id) })
  })
}

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
