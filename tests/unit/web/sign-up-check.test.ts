import { expect, test } from 'vitest'
import { checkSignUp } from '../../../web/features/auth/forms/sign-up-check.ts'

const good = { email: 'anna@example.com', password: 'eight888', confirmPassword: 'eight888' }
const both = (password: string) => ({ password, confirmPassword: password })

test('a good sign-up has no fault', () => {
  expect(checkSignUp(good)).toBeUndefined()
})

test('the checks come in the order of the specification', () => {
  expect(checkSignUp({ email: 'x', password: 'abc', confirmPassword: 'ab' })).toBe('mismatch')
  expect(checkSignUp({ email: 'x', ...both('abc') })).toBe('tooShort')
  expect(checkSignUp({ email: 'x', ...both('seven77') })).toBe('invalidEmail')
  expect(checkSignUp({ ...good, ...both('seven77') })).toBe('weak')
})

test.each([
  [5, 'tooShort'],
  [6, 'weak'],
  [7, 'weak'],
  [8, undefined],
])('a password of %i characters is %s', (length, fault) => {
  expect(checkSignUp({ ...good, ...both('x'.repeat(length)) })).toBe(fault)
})

test('characters are counted as a person counts them', () => {
  expect(checkSignUp({ ...good, ...both('🎬🎬🎬🎬') })).toBe('tooShort')
  expect(checkSignUp({ ...good, ...both('🎬'.repeat(8)) })).toBeUndefined()
})

test.each(['', 'anna', 'anna@', '@example.com', 'anna@example', 'an na@example.com', 'a@b@c.d'])(
  '"%s" is no address',
  (email) => {
    expect(checkSignUp({ ...good, email })).toBe('invalidEmail')
  },
)
