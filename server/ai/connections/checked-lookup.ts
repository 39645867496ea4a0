import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './addresses.ts'

/** An address that requests must not go to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type Resolve = (
  name: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const resolveAll: Resolve = (name, done) => resolve(name, { all: true }, done)

/**
 * A `lookup` for a socket: resolves the name once, so that the socket connects to the checked address. A name
 * with any refused address is refused, so that a retry cannot reach that address.
 */
export const checkedLookup =
  (allowsLoopback: boolean, resolveName: Resolve = resolveAll): LookupFunction =>
  (name, options, callback) =>
    resolveName(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error(`No address for ${name}`), '', 0)
      else if (addresses.some(({ address }) => isPrivateAddress(address, allowsLoopback)))
        callback(new AddressRefused('The name leads to a private address'), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

/** Checks an IP address in the URL, for which sockets do not call `lookup`. */
export function requireOpenAddress({ hostname }: URL, allowsLoopback: boolean): void {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && isPrivateAddress(literal, allowsLoopback))
    throw new AddressRefused('A private address')
}
