import { BlockList, isIPv4, isIPv6, isIP, type LookupFunction } from 'node:net'
import { lookup as resolve, type LookupAddress } from 'node:dns'

/** Networks that are not the internet, apart from loopback. */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared address space; Alibaba's metadata service is 100.100.100.200.
  ['100.64.0.0', 10],
  // Link-local; the metadata service of most clouds is 169.254.169.254.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(network, prefix)
}
for (const [network, prefix] of [
  ['::', 128],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Teredo, an obsolete way to embed IPv4 addresses.
  ['2001::', 32],
  ['2001:db8::', 32],
  // Unique local; Amazon's metadata service is fd00:ec2::254.
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const hexGroups = (text: string) =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, start = '', ...parts] = dotted ?? []
  const bytes = parts.map(Number)
  const plain = dotted
    ? `${start}${[0, 2].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(':')}`
    : address
  const [left = '', right] = plain.split('::')
  const [before, after] = [hexGroups(left), hexGroups(right ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return right === undefined ? before : [...before, ...zeros, ...after]
}

/** The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (NAT64) or 6to4. */
function embedded(groups: readonly number[]): string | undefined {
  const dotted = (at: number) =>
    [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.')
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  // ::1 and :: are addresses of their own.
  if (isZero(0, 6)) return isZero(6, 7) && (groups[7] ?? 0) <= 1 ? undefined : dotted(6)
  if (isZero(0, 5) && groups[5] === 0xffff) return dotted(6)
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return dotted(6)
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return dotted(6)
  return groups[0] === 0x2002 ? dotted(1) : undefined
}

/** Whether requests to the address are refused; true for anything that is not an address. */
export function isPrivateAddress(address: string, allowsLoopback = false): boolean {
  const isClosed = (one: string, family: 'ipv4' | 'ipv6') =>
    closed.check(one, family) || (!allowsLoopback && loopback.check(one, family))
  if (isIPv4(address)) return isClosed(address, 'ipv4')
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return true
  const inner = embedded(groupsOf(plain))
  return isClosed(plain, 'ipv6') || (inner !== undefined && isClosed(inner, 'ipv4'))
}

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
