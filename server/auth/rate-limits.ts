import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { failures } from './failures.ts'

const groupsIn = (part: string | undefined) => (part ? part.split(':') : [])

/** The first groups of an IPv6 address, with `::` expanded. */
export function ipv6Prefix(address: string, groups: number): string {
  // An IPv4 suffix stands for two groups; any value will do, because no prefix reaches that far.
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const [before, after] = [groupsIn(head), groupsIn(tail)]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The network that rate limits count as one client: providers give each IPv6 customer a whole /64. */
export const clientNetwork = (address: string): string =>
  isIPv6(address) ? `${ipv6Prefix(address, 4)}::/64` : address

type Limit = { most: number; seconds: number }

/**
 * Rate limits, by email address and by client. Names that end in Client are about a client address; IPv6 is
 * counted by network.
 */
export const AUTH_LIMITS = {
  /** For one address from one client, and apart from it from a known device there: strangers cannot lock out its owner. */
  signInAddress: { most: 20, seconds: 300 },
  /** For one address from all unknown devices together, and from all clients that look like the same known device. */
  signInEverywhere: { most: 200, seconds: 300 },
  signInClient: { most: 150, seconds: 300 },
  signUpAddress: { most: 10, seconds: 3600 },
  signUpClient: { most: 60, seconds: 3600 },
  mailAddressMinute: { most: 1, seconds: 60 },
  mailAddressHour: { most: 5, seconds: 3600 },
  mailClient: { most: 60, seconds: 3600 },
  verifyClient: { most: 60, seconds: 300 },
  refreshClient: { most: 600, seconds: 300 },
  updateUser: { most: 20, seconds: 300 },
  updateClient: { most: 150, seconds: 300 },
  factorUser: { most: 15, seconds: 300 },
  /** For one person from one client: apart from the app, so that who knows the password cannot lock out its owner. */
  recoveryCode: { most: 15, seconds: 300 },
  factorClient: { most: 150, seconds: 300 },
} satisfies Record<string, Limit>

export type AuthLimits = Record<keyof typeof AUTH_LIMITS, Limit>

/** Keys are hashed, so that the table holds no email addresses. */
function countedKey(name: string, subject: string): string {
  const counted = name.endsWith('Client') ? clientNetwork(subject) : subject
  return `${name}:${createHash('sha256').update(counted).digest('base64url')}`
}

export class RateLimits {
  readonly #pool: Pool
  readonly #limits: AuthLimits

  constructor(pool: Pool, limits: AuthLimits) {
    this.#pool = pool
    this.#limits = limits
  }

  /** Counts an attempt for each subject in one round trip; above the limit it throws with the time to wait. */
  async take(
    subjects: Partial<Record<keyof AuthLimits, string>>,
    code = 'over_request_rate_limit',
  ): Promise<void> {
    const entries = Object.entries(subjects) as [keyof AuthLimits, string][]
    const limits = entries.map(([name]) => this.#limits[name])
    const { rows } = await this.#pool.query<{ wait: number }>({
      name: 'take',
      text: 'select auth.take($1, $2, $3) as wait',
      values: [
        entries.map(([name, subject]) => countedKey(name, subject)),
        limits.map(({ most }) => most),
        limits.map(({ seconds }) => seconds),
      ],
    })
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) throw failures.tooMany(code, wait)
  }
}
