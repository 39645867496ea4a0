import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../request-body.ts'
import type { AuthService } from '../service.ts'

const body = z.object({ token: z.string('A token is required').max(512) })

/** Lets the sign-up page look up the invitation of its link. A POST, so that no log contains the token. */
export function invitationRoutes(app: Hono, auth: AuthService): void {
  app.post('/invitation', async (c) => {
    const { token } = await readBody(c, body)
    await auth.limits.take({ verifyClient: auth.addressOf(c) })
    return c.json(await auth.invitations.read(token))
  })
}
