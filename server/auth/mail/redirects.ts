/** The names under which a machine reaches itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function originOf(address: string): string | undefined {
  // A browser reads a backslash or a tab here in ways that a parser for checking must not have to guess.
  if (!URL.canParse(address) || /[\\\s\p{Cc}]/u.test(address)) return undefined
  const { protocol, origin, username, password } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password ? undefined : origin
}

/** Where a link in a mail may lead: to the site or an allowed origin, compared whole, else to the site. */
export function safeRedirect(
  wanted: string | undefined,
  site: string,
  allowed: readonly string[],
): string {
  const origin = wanted === undefined ? undefined : originOf(wanted)
  if (!wanted || !origin) return `${site}/`
  const origins = new Set([
    new URL(site).origin,
    ...allowed.map((address) => new URL(address).origin),
  ])
  const { protocol, hostname, port } = new URL(site)
  if (LOOPBACK.includes(hostname)) {
    for (const name of LOOPBACK) origins.add(`${protocol}//${name}${port && `:${port}`}`)
  }
  return origins.has(origin) ? wanted : `${site}/`
}
