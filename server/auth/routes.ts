import { type Context, Hono } from 'hono'
import { byMail } from './mail/link-routes.ts'
import { failures } from './failures.ts'
import { limitInFlight } from './in-flight.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { factorRoutes } from './mfa/routes.ts'
import { ownAccount } from './accounts/own-account.ts'
import type { AuthService } from './service.ts'
import { signUp } from './accounts/sign-up.ts'
import { token } from './sessions/token-route.ts'

/** Endpoints of Supabase Auth that are not supported, by path prefix. */
const NOT_OFFERED: readonly [path: string, what: string][] = [
  ['/otp', 'Signing in by one-time code'],
  ['/magiclink', 'Signing in by link'],
  ['/sso', 'Single sign-on'],
  ['/authorize', 'Signing in with another provider'],
  ['/callback', 'Signing in with another provider'],
  ['/passkeys', 'Signing in by passkey'],
  ['/user/identities', 'Linking identities'],
  ['/reauthenticate', 'Reauthentication'],
  ['/invite', 'The admin API'],
  ['/generate_link', 'The admin API'],
  ['/admin', 'The admin API'],
  ['/oauth', 'Being a provider for others'],
]

/** The auth service, compatible with Supabase Auth; mounted at /auth/v1. */
export function authRoutes(auth: AuthService): Hono {
  const { options } = auth
  const app = new Hono()

  app.use(async (c: Context, next) => {
    // Tells the client which error format to expect.
    c.header('X-Supabase-Api-Version', '2024-01-01')
    c.header('Cache-Control', 'no-store')
    const isLink = c.req.method === 'GET' && c.req.path.endsWith('/verify')
    if (!isLink) auth.guard.requireApiKey(c)
    await next()
  })

  app.get('/health', (c) =>
    c.json({ name: 'GoTrue', version: 'script-writer', description: 'Accounts of Script Writer' }),
  )
  app.get('/settings', (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: !options.confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  )
  const fewAtOnce = limitInFlight(auth)
  for (const path of ['/user', '/logout', '/factors/*']) app.use(path, fewAtOnce)
  signUp(app, auth)
  token(app, auth)
  ownAccount(app, auth)
  byMail(app, auth)
  invitationRoutes(app, auth)
  factorRoutes(app, auth)
  for (const [path, what] of NOT_OFFERED) {
    const refuse = () => {
      throw failures.notOffered(what)
    }
    app.all(path, refuse)
    app.all(`${path}/*`, refuse)
  }
  return app
}
