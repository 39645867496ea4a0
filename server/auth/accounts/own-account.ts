import type { Hono } from 'hono'
import { z } from 'zod'
import { failures } from '../failures.ts'
import { mfaFailures } from '../mfa/failures.ts'
import { hashPassword, isPassword, checkPassword } from '../passwords.ts'
import { password, personalData, readBody } from '../request-body.ts'
import type { AuthService } from '../service.ts'
import type { Scope } from '../sessions/sessions.ts'
import { describeUser, hasSecondFactor } from './user.ts'

const body = z.object({
  password: password.nullish(),
  data: personalData.nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

const isScope = (value: string): value is Scope => ['local', 'global', 'others'].includes(value)

/** Endpoints for the signed-in user's own account. */
export function ownAccount(app: Hono, auth: AuthService): void {
  app.get('/user', async (c) => c.json(describeUser((await auth.caller(c)).user)))

  app.put('/user', async (c) => {
    const { user, session } = await auth.caller(c)
    await auth.limits.take({ updateUser: user.id, updateClient: auth.addressOf(c) })
    const input = await readBody(c, body)
    if (input.email || input.phone) throw failures.notOffered('Changing the address of an account')
    let passwordHash: string | undefined
    if (input.password) {
      if (hasSecondFactor(user) && session.aal !== 'aal2') throw mfaFailures.passwordNeedsAal2()
      checkPassword(input.password, 'change')
      const old = user.encrypted_password ?? undefined
      const caller = auth.hashCaller(c, user.id, true)
      if (await isPassword(input.password, old, caller)) throw failures.samePassword()
      passwordHash = await hashPassword(input.password, caller)
    }
    const data = input.data ?? undefined
    const change = { passwordHash, data }
    const changed = await auth.accounts.update(user.id, change, session.id, auth.addressOf(c))
    if (!changed) throw failures.noSession()
    return c.json(describeUser(changed))
  })

  app.post('/logout', async (c) => {
    const scope = c.req.query('scope') ?? 'global'
    if (!isScope(scope)) throw failures.invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`)
    const { user, session } = await auth.caller(c)
    await auth.sessions.end(user.id, session.id, scope)
    return c.body(null, 204)
  })
}
