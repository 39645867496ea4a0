import { expect, test } from 'vitest'
import {
  isPrivateAddress,
  requireOpenAddress,
} from '../../../../server/ai/connections/checked-lookup.ts'

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '2606:4700::1111',
  '2a00:1450:4001:82a::200e',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
])('%s may be reached', (address) => expect(isPrivateAddress(address)).toBe(false))

test.each([
  // Unspecified, private, shared, link-local, benchmarks, documentation, multicast, reserved, broadcast.
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd12:3456:789a::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001:0:808:808::1',
  // IPv4 within IPv6: mapped, compatible, translated, 6to4.
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:10.0.0.1',
  '::ffff:0:10.0.0.1',
  '::10.0.0.1',
  '::a00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '2002:a9fe:a9fe::1',
  '2002:c0a8:101::',
  // This machine.
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '::ffff:127.0.0.1',
  // Not an address.
  '',
  'localhost',
  '010.0.0.1',
  '1.2.3',
])('%j is refused', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each([
  ['http://2852039166/', 'decimal'],
  ['http://0xA9FEA9FE/', 'hexadecimal'],
  ['http://0251.0376.0251.0376/', 'octal'],
  ['http://169.16689662/', 'in two parts'],
  ['http://169.254.43518/', 'in three parts'],
  ['http://169.254.169.254./', 'with a dot at the end'],
  ['http://①⑥⑨.254.169.254/', 'in other digits'],
  ['http://[::ffff:169.254.169.254]/', 'mapped'],
  ['http://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'mapped and written out'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'translated'],
  ['http://0/', 'zero'],
  ['http://2130706433/', 'decimal, this machine'],
  ['http://127.1/', 'in two parts, this machine'],
  ['http://[::1]/', 'this machine'],
])('%s (%s) is refused as the address that it stands for', (url) =>
  expect(() => requireOpenAddress(new URL(url), false)).toThrow('A private address'),
)

test.each(['http://2130706433/', 'http://127.1/', 'http://[::1]/'])(
  '%s is allowed where this machine is',
  (url) => {
    expect(() => requireOpenAddress(new URL(url), true)).not.toThrow()
  },
)

test('a name is not refused before it is looked up', () =>
  expect(() => requireOpenAddress(new URL('https://api.example.com/'), false)).not.toThrow())
