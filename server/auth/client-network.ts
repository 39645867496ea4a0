import { isIPv6 } from 'node:net'

const groupsIn = (part: string | undefined) => (part ? part.split(':') : [])

/** The first groups of an IPv6 address, with `::` expanded. */
export function ipv6Prefix(address: string, groups: number): string {
  // An IPv4 suffix stands for two groups; any value will do, because no prefix reaches that far.
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const [before, after] = [groupsIn(head), groupsIn(tail)]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The network that rate limits count as one client: providers give each IPv6 customer a whole /64. */
export const clientNetwork = (address: string): string =>
  isIPv6(address) ? `${ipv6Prefix(address, 4)}::/64` : address
