import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Environment } from './request-context.ts'
import { safeRedirect } from '../auth/mail/mailed-links.ts'

/** The IP address without port, brackets and zone; undefined if the entry is not an address. */
function readAddress(entry: string): string | undefined {
  const text = entry.trim().replaceAll('"', '')
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1]
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1]
  const address = (bracketed ?? withPort ?? text)
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? undefined : address
}

/**
 * The client's IP address. Each trusted proxy appends the address it saw, so the client's is as many places
 * from the end as there are proxies; the client may have forged anything before that. An entry that is not an
 * address still counts as a place; the next address after it, a proxy's, is then used instead.
 */
export function clientAddress(c: Context<Environment>, trustedProxies: number): string {
  const remote = readAddress(c.env.incoming.socket.remoteAddress ?? '') ?? ''
  const header = trustedProxies > 0 ? c.req.header('x-forwarded-for') : undefined
  if (header === undefined) return remote
  const chain = [...header.split(',').map(readAddress), remote]
  const place = Math.max(0, chain.length - 1 - trustedProxies)
  return chain.slice(place).find((address) => address !== undefined) ?? remote
}

type Addresses = {
  publicUrl: string | undefined
  site: () => string
  allowedRedirects: readonly string[]
  allowedOrigins: readonly string[]
}

/**
 * Whether a page of this origin may open a WebSocket: origins that may call the APIs and origins that mail
 * links may point to. Without PUBLIC_URL, also the host that the browser used, as in /config.json.
 */
export function isAllowedOrigin(
  { publicUrl, site, allowedRedirects, allowedOrigins }: Addresses,
  origin: string,
  host: string | undefined,
): boolean {
  if (allowedOrigins.includes(origin)) return true
  if (safeRedirect(origin, site(), allowedRedirects) === origin) return true
  return publicUrl === undefined && URL.canParse(origin) && new URL(origin).host === host
}
