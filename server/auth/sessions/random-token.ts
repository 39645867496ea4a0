import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

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
