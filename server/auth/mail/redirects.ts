/** Equivalent names of the local machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function originOf(address: string): string | undefined {
  // Browsers and URL parsers disagree on backslashes, whitespace and control characters.
  if (!URL.canParse(address) || /[\\\s\p{Cc}]/u.test(address)) return undefined
  const { protocol, origin, username, password } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password ? undefined : origin
}

/** Redirect target of a mailed link: the requested URL if its origin is allowed, otherwise the site. */
export function safeRedirect(
  requested: string | undefined,
  site: string,
  allowed: readonly string[],
): string {
  const origin = requested === undefined ? undefined : originOf(requested)
  if (!requested || !origin) return `${site}/`
  const origins = new Set([
    new URL(site).origin,
    ...allowed.map((address) => new URL(address).origin),
  ])
  const { protocol, hostname, port } = new URL(site)
  if (LOOPBACK.includes(hostname)) {
    for (const name of LOOPBACK) origins.add(`${protocol}//${name}${port && `:${port}`}`)
  }
  return origins.has(origin) ? requested : `${site}/`
}
