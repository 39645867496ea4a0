import type { Hono } from 'hono'
import { z } from 'zod'
import { RequestFailure } from '../../common/failures.ts'
import { ADMIN_LINK_TYPE, redeemAdministratorLink } from '../accounts/admin-account.ts'
import { failures } from '../failures.ts'
import type { Client } from '../sessions/random-token.ts'
import { hideDuration, type LinkKind } from './mailed-links.ts'
import { emailAddress, pkce, readBody, refusePkce } from '../request-body.ts'
import type { AuthService } from '../service.ts'

const KINDS = new Map<string, LinkKind>([
  ['recovery', 'recovery'],
  ['signup', 'confirmation'],
  ['email', 'confirmation'],
])
/** Types of Supabase Auth whose codes are never sent. */
const NOT_SENT = new Set(['sms', 'phone_change', 'magiclink', 'invite', 'email_change'])

const recover = z.object({ email: emailAddress, ...pkce })
const resend = z.object({ email: emailAddress, type: z.string('A type is required'), ...pkce })
const verify = z.object({
  type: z.string('Verify requires a verification type'),
  token: z.string().min(1).max(512).optional(),
  token_hash: z.string().min(1).max(512).optional(),
})

const kindOf = (type: string): LinkKind => {
  const kind = KINDS.get(type)
  if (NOT_SENT.has(type)) throw failures.notOffered(`Verification of type "${type}"`)
  if (!kind) throw failures.invalid('Verify requires a verification type')
  return kind
}

/** Endpoints for recovery and confirmation by mail. */
export function byMail(app: Hono, auth: AuthService): void {
  const sendLink = async (kind: LinkKind, email: string, redirectTo: string, client: string) => {
    await auth.limits.take(
      { mailAddressMinute: email, mailAddressHour: email, mailClient: client },
      'over_email_send_rate_limit',
    )
    await hideDuration(auth.links.send(kind, email, redirectTo, client))
  }

  const resetPage = () => `${auth.options.site()}/auth/reset-password`

  const redeem = async (kind: LinkKind, token: string, client: Client) => {
    const { userId, redirectTo } = await auth.links.redeem(kind, token)
    const user = await auth.accounts.confirm(userId, kind)
    if (!user) throw failures.linkExpired()
    const signIn = kind === 'recovery' ? 'reset_link_used' : 'confirmed'
    const session = await auth.sessions.open(user.id, signIn, client)
    // A link that an administrator sent has no redirect.
    return { session, redirectTo: redirectTo || resetPage() }
  }

  /** The link printed at the start of the server: leads to a new password, as a recovery link does. */
  const redeemPrinted = async (token: string, client: Client) => {
    const owner = await redeemAdministratorLink(auth.options.pool, token)
    if (!owner) throw failures.linkExpired()
    const session = await auth.sessions.open(owner, 'reset_link_used', client)
    return { session, redirectTo: resetPage(), type: 'recovery' }
  }

  app.post('/recover', async (c) => {
    const { email, ...rest } = await readBody(c, recover)
    refusePkce(rest)
    await sendLink('recovery', email, auth.redirectOf(c), auth.addressOf(c))
    return c.json({})
  })

  app.post('/resend', async (c) => {
    const { email, type, ...rest } = await readBody(c, resend)
    if (type !== 'signup')
      throw failures.notOffered(`Sending a mail of type "${type.slice(0, 40)}" again`)
    refusePkce(rest)
    await sendLink('confirmation', email, auth.redirectOf(c), auth.addressOf(c))
    return c.json({})
  })

  app.get('/verify', async (c) => {
    const type = c.req.query('type') ?? ''
    const fallback = auth.redirectOf(c)
    try {
      await auth.limits.take({ verifyClient: auth.addressOf(c) })
      const [given, client] = [c.req.query('token') ?? '', auth.clientOf(c)]
      const redeemed =
        type === ADMIN_LINK_TYPE
          ? await redeemPrinted(given, client)
          : { ...(await redeem(kindOf(type), given, client)), type }
      const { session, redirectTo } = redeemed
      const { access_token, refresh_token, expires_in, expires_at, token_type } = session
      const values = {
        access_token,
        expires_at,
        expires_in,
        refresh_token,
        token_type,
        type: redeemed.type,
      }
      return c.redirect(withHash(redirectTo, values), 303)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      const { code, message } = error
      const values = { error: 'access_denied', error_code: code, error_description: message }
      return c.redirect(withHash(fallback, values), 303)
    }
  })

  app.post('/verify', async (c) => {
    const { type, token, token_hash } = await readBody(c, verify)
    const kind = kindOf(type)
    await auth.limits.take({ verifyClient: auth.addressOf(c) })
    const { session } = await redeem(kind, token_hash ?? token ?? '', auth.clientOf(c))
    return c.json(session)
  })
}

function withHash(address: string, values: Record<string, string | number>): string {
  const url = new URL(address)
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  url.hash = String(new URLSearchParams(pairs))
  return url.href
}
