import { safeRedirect } from '../auth/mail/redirects.ts'

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
