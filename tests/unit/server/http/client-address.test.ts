import { expect, test } from 'vitest'
import { clientAddress } from '../../../../server/http/client-address.ts'

type Asked = Parameters<typeof clientAddress>[0]

const asked = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: (name: string) => headers[name] },
  }) as unknown as Asked

test('without trusted proxies only the connection counts, whatever the header says', () =>
  expect(clientAddress(asked('203.0.113.5', { 'x-forwarded-for': '127.0.0.1' }), 0)).toBe(
    '203.0.113.5',
  ))

test('behind proxies the client is as many places from the end as there are proxies', () => {
  const request = asked('10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 203.0.113.5, 10.0.0.2' })
  expect(clientAddress(request, 1)).toBe('10.0.0.2')
  expect(clientAddress(request, 2)).toBe('203.0.113.5')
  expect(clientAddress(request, 9)).toBe('6.6.6.6')
})

test.each([
  ['127.0.0.1, 203.0.113.9:4711', '203.0.113.9'],
  ['127.0.0.1, [2001:db8::9]:4711', '2001:db8::9'],
  ['127.0.0.1, [2001:db8::9]', '2001:db8::9'],
  ['127.0.0.1, "203.0.113.9"', '203.0.113.9'],
  ['127.0.0.1, fe80::9%eth0', 'fe80::9'],
  ['127.0.0.1, ::FFFF:203.0.113.9', '203.0.113.9'],
  // Without a valid address from the proxy, its own address counts, not one that the client made up.
  ['127.0.0.1, unknown', '10.0.0.1'],
  ['127.0.0.1, ', '10.0.0.1'],
  ['127.0.0.1, 203.0.113.9:4711:1', '10.0.0.1'],
  ['127.0.0.1, 203.0.113.999', '10.0.0.1'],
  ['nonsense, , 203.0.113.5', '203.0.113.5'],
])('X-Forwarded-For: %s behind one proxy is the client %s', (header, client) =>
  expect(clientAddress(asked('10.0.0.1', { 'x-forwarded-for': header }), 1)).toBe(client),
)

test('without the header the connection counts', () =>
  expect(clientAddress(asked('10.0.0.1'), 1)).toBe('10.0.0.1'))

test('an IPv4-mapped IPv6 address is the IPv4 address', () =>
  expect(clientAddress(asked('::ffff:203.0.113.5'), 0)).toBe('203.0.113.5'))
