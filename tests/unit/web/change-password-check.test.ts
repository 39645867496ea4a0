import { expect, test } from 'vitest'
import { checkPasswordChange } from '../../../web/features/auth/forms/change-password-check.ts'

test.each([
  ['', '', 'passwordMissing'],
  ['', 'abcdef', 'passwordMissing'],
  ['abcdef', '', 'confirmMissing'],
  ['abc', 'abd', 'mismatch'],
  ['abcde', 'abcde', 'tooShort'],
  ['abcdef', 'abcdef', undefined],
  ['abcdef', 'abcdef ', 'mismatch'],
])('%j and %j: %s', (password, confirmPassword, fault) => {
  expect(checkPasswordChange({ password, confirmPassword })).toBe(fault)
})
