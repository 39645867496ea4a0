import { expect, test } from 'vitest'
import { checkNewPassword } from '../../../web/features/auth/forms/new-password-check.ts'

test('two different passwords are a mismatch before they are too short', () => {
  expect(checkNewPassword({ password: 'abc', confirmPassword: 'abd' })).toBe('mismatch')
})

test.each([
  ['', 'tooShort'],
  ['seven77', 'tooShort'],
  ['eight888', undefined],
])('"%s" twice is %s', (password, fault) => {
  expect(checkNewPassword({ password, confirmPassword: password })).toBe(fault)
})
