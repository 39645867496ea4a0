import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
export const isSameToken = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(token))

/** Requires the token even from this machine, because a local proxy forwards everybody's requests. */
export const hasBearer = (c: Context, token: string): boolean =>
  isSameToken(/^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1], token)
