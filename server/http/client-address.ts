import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Environment } from './request-context.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const plain = (address: string) => address.trim().replace(/^::ffff:/, '')

/**
 * Who is asking. Each trusted proxy appends the address it saw, so the client stands as many places
 * from the end as there are proxies; whatever stands before that, the client wrote itself.
 */
export function clientAddress(c: Context<Environment>, trustedProxies: number): string {
  const remote = plain(c.env.incoming.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return remote
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(plain)
  const seen = [...forwarded.filter((address) => isIP(address) !== 0), remote]
  return seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? remote
}

/** On this machine, and not by way of a proxy that runs here for people elsewhere. */
export function isLocalClient(c: Context<Environment>, trustedProxies: number): boolean {
  const proxied = c.req.header('x-forwarded-for') ?? c.req.header('forwarded')
  if (proxied !== undefined && trustedProxies === 0) return false
  const address = clientAddress(c, trustedProxies)
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
