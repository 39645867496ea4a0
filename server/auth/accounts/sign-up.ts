import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { z } from 'zod'
import { failures } from '../failures.ts'
import { hideDuration } from '../mail/mailed-links.ts'
import { hashPassword, checkPassword } from '../passwords.ts'
import {
  emailAddress,
  password,
  personalData,
  pkce,
  readBody,
  refusePkce,
} from '../request-body.ts'
import type { AuthService } from '../service.ts'
import { describeUser, type UserRow } from './user.ts'

const body = z.object({
  email: emailAddress.optional(),
  password: password.optional(),
  phone: z.string().optional(),
  data: personalData.nullish(),
  ...pkce,
})

/** Built from the request alone, so that the response does not reveal whether the address is taken. */
function unconfirmed(email: string, data: Record<string, unknown>) {
  const now = new Date()
  const user: UserRow = {
    id: randomUUID(),
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    last_sign_in_at: null,
    raw_user_meta_data: data,
    factors: [],
    created_at: now,
    updated_at: now,
  }
  return { ...describeUser(user), confirmation_sent_at: now.toISOString(), identities: [] }
}

/** The secret of an invitation, as the database makes it. */
const invitationToken = z.string().regex(/^[0-9a-f]{64}$/)

/** The client can send the invitation only in the metadata; it is removed before the metadata is stored. */
function takeInvitation({ invitation, ...data }: Record<string, unknown>) {
  if (invitation === undefined) return { token: undefined, data }
  const { data: token } = invitationToken.safeParse(invitation)
  if (token === undefined) throw failures.invitationEnded('unknown')
  return { token, data }
}

export function signUp(app: Hono, auth: AuthService): void {
  app.post('/signup', async (c) => {
    const input = await readBody(c, body)
    if (input.phone) throw failures.notOffered('Signing up by phone')
    if (!input.email && !input.password) throw failures.notOffered('Anonymous sign-in')
    if (!input.email) throw failures.invalid('An email address is required')
    if (!input.password) throw failures.invalid('Signup requires a valid password')
    checkPassword(input.password, 'signUp')
    const { email } = input
    const { token: invitation, data } = takeInvitation(input.data ?? {})
    await auth.limits.take({ signUpAddress: email, signUpClient: auth.addressOf(c) })

    const confirmed = !auth.options.confirmEmail
    if (!confirmed && invitation === undefined) refusePkce(input)
    const passwordHash = await hashPassword(input.password, auth.hashCaller(c, email, false))
    if (invitation !== undefined) {
      const client = auth.addressOf(c)
      const owner = await auth.invitations.accept(invitation, { email, passwordHash, data, client })
      return c.json(await auth.sessions.open(owner, 'signed_up', auth.clientOf(c)))
    }
    const account = { email, passwordHash, confirmed, data }
    if (confirmed) {
      const user = await auth.accounts.signUp(account)
      if (!user) throw failures.userExists()
      return c.json(await auth.sessions.open(user.id, 'signed_up', auth.clientOf(c)))
    }
    const work = async () => {
      await auth.accounts.signUp(account)
      // Sends nothing if the address belongs to a confirmed account.
      await auth.links.send('confirmation', email, auth.redirectOf(c), auth.addressOf(c))
    }
    await hideDuration(work())
    return c.json(unconfirmed(email, data))
  })
}
