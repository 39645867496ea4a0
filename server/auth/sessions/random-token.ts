import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: strong enough for a fast hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 as PostgreSQL's bytea text format. */
export const tokenHash = (token: string): string =>
  `\\x${createHash('sha256').update(token).digest('hex')}`
