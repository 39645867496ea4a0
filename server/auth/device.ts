import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Who is at the other end of a request. */
export type Client = { address: string; agent: string }

const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

const firstIn = (names: readonly (readonly [string, RegExp])[], agent: string) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0]

/** For a person to recognize: 'Firefox on Windows'. */
export function deviceName(agent: string): string {
  const browser = firstIn(BROWSERS, agent)
  const system = firstIn(SYSTEMS, agent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** The neighbourhood of an address, within which a provider moves its customers. */
const networkOf = (address: string) =>
  isIPv6(address)
    ? address.split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 3).join('.')

/** The same browser in the same network; updates of the browser do not make it a new device. */
export const deviceDigest = ({ address, agent }: Client): Buffer =>
  createHash('sha256')
    .update(`${deviceName(agent)}\n${networkOf(address)}`)
    .digest()
