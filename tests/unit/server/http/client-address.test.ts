import { expect, test } from 'vitest'
import { clientAddress, isLocalClient } from '../../../../server/http/client-address.ts'

type Asked = Parameters<typeof clientAddress>[0]

const asked = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: (name: string) => headers[name] },
  }) as unknown as Asked

test('without trusted proxies only the connection counts, whatever the header says', () => {
  expect(clientAddress(asked('203.0.113.5', { 'x-forwarded-for': '127.0.0.1' }), 0)).toBe(
    '203.0.113.5',
  )
})

test('behind proxies the client is as many places from the end as there are proxies', () => {
  const request = asked('10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 203.0.113.5, 10.0.0.2' })
  expect(clientAddress(request, 1)).toBe('10.0.0.2')
  expect(clientAddress(request, 2)).toBe('203.0.113.5')
  expect(clientAddress(request, 9)).toBe('6.6.6.6')
})

test('invalid addresses in the header are ignored', () => {
  const request = asked('10.0.0.1', { 'x-forwarded-for': 'nonsense, , 203.0.113.5' })
  expect(clientAddress(request, 1)).toBe('203.0.113.5')
  expect(clientAddress(asked('10.0.0.1'), 1)).toBe('10.0.0.1')
})

test('an IPv4-mapped IPv6 address is the IPv4 address', () => {
  expect(clientAddress(asked('::ffff:203.0.113.5'), 0)).toBe('203.0.113.5')
})

test('a client is local if it is on this machine and not behind a local proxy', () => {
  expect(isLocalClient(asked('127.0.0.1'), 0)).toBe(true)
  expect(isLocalClient(asked('::1'), 0)).toBe(true)
  expect(isLocalClient(asked('::ffff:127.0.0.1'), 0)).toBe(true)
  expect(isLocalClient(asked('203.0.113.5'), 0)).toBe(false)
  expect(isLocalClient(asked(''), 0)).toBe(false)
  expect(isLocalClient(asked('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), 0)).toBe(false)
  expect(isLocalClient(asked('127.0.0.1', { forwarded: 'for=127.0.0.1' }), 0)).toBe(false)
  expect(isLocalClient(asked('127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }), 1)).toBe(false)
  expect(isLocalClient(asked('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), 1)).toBe(true)
})
