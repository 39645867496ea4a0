import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { clientNetwork } from '../client-network.ts'
import { readBody } from '../request-body.ts'
import type { AuthService, Caller } from '../service.ts'
import { mfaFailures } from './failures.ts'
import { canonical, HOW_MANY } from './recovery-codes.ts'

const DEFAULT_NAME = 'Recovery codes'

const generation = z.object({ friendly_name: z.string().trim().min(1).max(100).optional() })
const use = z.object({ code: z.string('Code needs to be non-empty').min(1).max(100) })

/** Codes for people who have lost their app: each works once, is shown once and stored as a hash. */
export function recoveryCodeRoutes(app: Hono, auth: AuthService): void {
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
