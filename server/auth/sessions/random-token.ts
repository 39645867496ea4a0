import { createHash, randomBytes } from 'node:crypto'

/** Secret enough that it need not be slow to hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** As the database keeps it: bytea in its text form. */
export const tokenHash = (token: string): string =>
  `\\x${createHash('sha256').update(token).digest('hex')}`
