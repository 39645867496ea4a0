import { expect, test } from 'vitest'
import { clientNetwork, ipv6Prefix } from '../../../../server/auth/rate-limits.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['', ''],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
])('the client %s is counted as %s', (address, network) =>
  expect(clientNetwork(address)).toBe(network),
)

test('a shorter prefix', () => expect(ipv6Prefix('2001:db8::1', 3)).toBe('2001:db8:0'))
