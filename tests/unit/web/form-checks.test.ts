import { describe, expect, test } from 'vitest'
import {
  checkPasswordChange,
  checkReset,
  checkSignUp,
} from '../../../web/features/auth/forms/form-checks.ts'

const both = (password: string) => ({ password, confirmPassword: password })

describe('sign-up', () => {
  const valid = { email: 'anna@example.com', ...both('eight888') }

  test('valid values have no fault', () => expect(checkSignUp(valid)).toBeUndefined())

  test('the checks run in the order of the specification', () => {
    expect(checkSignUp({ email: 'x', password: 'abc', confirmPassword: 'ab' })).toBe('mismatch')
    expect(checkSignUp({ email: 'x', ...both('abc') })).toBe('tooShort')
    expect(checkSignUp({ email: 'x', ...both('seven77') })).toBe('invalidEmail')
    expect(checkSignUp({ ...valid, ...both('seven77') })).toBe('weak')
  })

  test.each([
    [5, 'tooShort'],
    [6, 'weak'],
    [7, 'weak'],
    [8, undefined],
    [72, undefined],
    [73, 'tooLong'],
  ])('a password of %i characters is %s', (length, fault) =>
    expect(checkSignUp({ ...valid, ...both('x'.repeat(length)) })).toBe(fault),
  )

  test.each(['', 'anna', 'anna@', '@example.com', 'anna@example', 'an na@example.com', 'a@b@c.d'])(
    '"%s" is not an address',
    (email) => {
      expect(checkSignUp({ ...valid, email })).toBe('invalidEmail')
    },
  )
})

describe('reset', () => {
  test('a mismatch is reported before a short password', () =>
    expect(checkReset({ password: 'abc', confirmPassword: 'abd' })).toBe('mismatch'))

  test.each([
    ['', 'tooShort'],
    ['seven77', 'tooShort'],
    ['eight888', undefined],
    ['x'.repeat(73), 'tooLong'],
  ])('"%s" twice is %s', (password, fault) => expect(checkReset(both(password))).toBe(fault))
})

describe('password change', () => {
  test.each([
    ['', '', 'passwordMissing'],
    ['', 'abcdef', 'passwordMissing'],
    ['abcdef', '', 'confirmMissing'],
    ['abc', 'abd', 'mismatch'],
    ['abcde', 'abcde', 'tooShort'],
    ['abcdef', 'abcdef', undefined],
    ['abcdef', 'abcdef ', 'mismatch'],
    ['x'.repeat(73), 'x'.repeat(73), 'tooLong'],
  ])('%j and %j: %s', (password, confirmPassword, fault) =>
    expect(checkPasswordChange({ password, confirmPassword })).toBe(fault),
  )
})
