import { expect, test } from 'vitest'
import { addressesIn } from '../../../web/features/admin/invitations/addresses.ts'
import { fromLocalInput, toLocalInput } from '../../../web/features/admin/notices/notice-problem.ts'
import { readInvitationLink } from '../../../web/features/auth/state/links.ts'

test.each([
  ['a@b.de', ['a@b.de']],
  ['a@b.de, c@d.de;e@f.de\ng@h.de', ['a@b.de', 'c@d.de', 'e@f.de', 'g@h.de']],
  ['Anna Berg <anna@b.de>, "Bo" <bo@b.de>', ['anna@b.de', 'bo@b.de']],
  ['A@b.de a@B.de', ['a@B.de']],
  ['nonsense', ['nonsense']],
  [' \n ,; ', []],
])('the addresses in %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses))

test.each([
  ['#invitation=abc', 'abc'],
  ['#invitation=', undefined],
  ['#access_token=x', undefined],
  ['', undefined],
])('the invitation in the address %j', (hash, token) =>
  expect(readInvitationLink(hash)).toBe(token),
)

test('a time becomes the value of an input and back, to the minute', () => {
  const time = '2026-11-16T19:30:00.000Z'
  expect(fromLocalInput(toLocalInput(time))).toBe(time)
  expect(toLocalInput(null)).toBe('')
  expect(fromLocalInput('')).toBeUndefined()
  expect(fromLocalInput('nonsense')).toBeUndefined()
})
