import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Environment } from './request-context.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const normalise = (address: string) => address.trim().replace(/^::ffff:/, '')

/**
 * The client's IP address. Each trusted proxy appends the address it saw, so the client's is as many
 * places from the end as there are proxies; the client can have made up anything before that.
 */
export function clientAddress(c: Context<Environment>, trustedProxies: number): string {
  const remote = normalise(c.env.incoming.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return remote
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map(normalise)
  const chain = [...forwarded.filter((address) => isIP(address) !== 0), remote]
  return chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? remote
}

/** A client on this machine, not one that a local proxy forwards. */
export function isLocalClient(c: Context<Environment>, trustedProxies: number): boolean {
  const proxied = c.req.header('x-forwarded-for') ?? c.req.header('forwarded')
  if (proxied !== undefined && trustedProxies === 0) return false
  const address = clientAddress(c, trustedProxies)
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
