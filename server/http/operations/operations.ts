import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { refusal } from '../../common/failures.ts'
import { render } from '../errors.ts'
import type { Metrics } from './metrics.ts'
import type { Environment } from '../request-context.ts'
import type { AuthorshipKeys } from '../../../contract/authorship.ts'
import type { DemoAccount } from '../../../contract/demo.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
export const isSameToken = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(token))

/** Requires the token even from this machine, because a local proxy forwards everybody's requests. */
export const hasBearer = (c: Context, token: string): boolean =>
  isSameToken(/^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1], token)

export type OperationsOptions = {
  /** The address that browsers should use; undefined means the one of the request. */
  publicUrl: string | undefined
  anonKey: string
  version: string
  /** Tells the web app to send admins without a second factor to its setup. */
  requireAdminMfa: boolean
  isReady: () => Promise<boolean>
  metrics: Metrics
  metricsToken: string
  /** The accounts that /login offers in the demo; undefined without it. */
  demoAccounts: readonly DemoAccount[] | undefined
}

/** Health checks, metrics, and the web app's configuration. */
export function operations(app: Hono<Environment>, options: OperationsOptions): void {
  app.use('*', (c, next) => {
    // The default, which any route may override.
    c.env.outgoing.setHeader('Cache-Control', 'no-store')
    return next()
  })

  app.get('/health', (c) => c.json({ status: 'ok' }))

  app.get('/ready', async (c) =>
    (await options.isReady())
      ? c.json({ status: 'ready' })
      : render(c, refusal(503, 'unavailable')),
  )

  app.get('/config.json', (c) =>
    c.json({
      url: options.publicUrl ?? new URL(c.req.url).origin,
      anonKey: options.anonKey,
      version: options.version,
      ...(options.requireAdminMfa && { requireAdminMfa: true }),
      ...(options.demoAccounts && { demoAccounts: options.demoAccounts }),
    }),
  )

  app.get('/metrics', async (c) => {
    const { metrics, metricsToken } = options
    if (!hasBearer(c, metricsToken)) return c.notFound()
    return c.text(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
  })
}

/** The public keys of the signatures in authorship records: the present one first, then former ones. */
export function authorshipKeys(app: Hono<Environment>, { keys }: AuthorshipKeys): void {
  app.get('/.well-known/authorship-keys.json', (c) =>
    c.json({ keys: keys.map(({ id, publicKey }) => ({ id, publicKey })) } satisfies AuthorshipKeys),
  )
}

const DAY = 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year; the date moves on with every day that the server runs. */
const VALID_DAYS = 180

const expiresAt = (now: number) => new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY)

const securityText = (contact: string, publicUrl: string | undefined, now: number) =>
  [
    `Contact: ${contact}`,
    `Expires: ${expiresAt(now).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    '',
  ].join('\n')

/** Where to report a vulnerability (RFC 9116); without a contact there is no such file. */
export function securityTxt(
  app: Hono<Environment>,
  { contact, publicUrl }: { contact: string | undefined; publicUrl: string | undefined },
): void {
  app.get('/.well-known/security.txt', (c) =>
    contact ? c.text(securityText(contact, publicUrl, Date.now())) : c.notFound(),
  )
}
