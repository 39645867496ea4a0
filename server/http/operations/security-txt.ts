import type { Hono } from 'hono'
import type { Environment } from '../request-context.ts'

const DAY = 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year; the date moves on with every day that the server runs. */
const VALID_DAYS = 180

const expiresAt = (now: number) => new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY)

const textOf = (contact: string, publicUrl: string | undefined, now: number) =>
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
    contact ? c.text(textOf(contact, publicUrl, Date.now())) : c.notFound(),
  )
}
