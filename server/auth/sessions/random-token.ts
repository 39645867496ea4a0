import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { deviceName } from '../../../contract/device-name.ts'
import { ipv6Prefix } from '../rate-limits.ts'

/** 256 random bits: with so much entropy, a fast hash is enough to store it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 as PostgreSQL's bytea text format. */
export const tokenHash = (token: string): string =>
  `\\x${createHash('sha256').update(token).digest('hex')}`

/** Derives the one refresh token that may follow another; without the key it looks random. */
export class SuccessorTokens {
  readonly #key: Buffer

  constructor(jwtSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'script-writer refresh tokens', 32))
  }

  of(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64url')
  }
}

/** The address and browser that sent a request. */
export type Client = { address: string; agent: string }

/** The part of an address that usually stays the same when a provider assigns a customer a new one. */
const networkOf = (address: string) =>
  isIPv6(address) ? ipv6Prefix(address, 3) : address.split('.').slice(0, 3).join('.')

/** Identifies a browser in a network; browser updates do not make it a new device. */
export const deviceDigest = ({ address, agent }: Client): Buffer =>
  createHash('sha256')
    .update(`${deviceName(agent)}\n${networkOf(address)}`)
    .digest()
