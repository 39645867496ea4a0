import { safeRedirect } from '../auth/mail/redirects.ts'

type Addresses = {
  publicUrl: string | undefined
  site: () => string
  allowedRedirects: readonly string[]
}

/**
 * Whether a page of this origin may open a socket: where links in mails may lead, pages may come from.
 * Without a PUBLIC_URL the address is whichever one the browser used, as in /config.json.
 */
export function isAllowedOrigin(
  { publicUrl, site, allowedRedirects }: Addresses,
  origin: string,
  host: string | undefined,
): boolean {
  if (safeRedirect(origin, site(), allowedRedirects) === origin) return true
  return publicUrl === undefined && URL.canParse(origin) && new URL(origin).host === host
}
