import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** In the same time, wherever they differ. */
export const isSameToken = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(token))

/** Where a request comes from is not a permission: a proxy on this machine forwards everybody's. */
export const hasBearer = (c: Context, token: string): boolean =>
  isSameToken(/^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1], token)
