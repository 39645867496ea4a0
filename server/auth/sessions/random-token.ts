import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** 256 random bits: strong enough for a fast hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 as PostgreSQL's bytea text format. */
export const tokenHash = (token: string): string =>
  `\\x${createHash('sha256').update(token).digest('hex')}`

/** The one token that may follow another: without the key it cannot be told from a random one. */
export class SuccessorTokens {
  readonly #key: Buffer

  constructor(jwtSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'script-writer refresh tokens', 32))
  }

  of(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64url')
  }
}
