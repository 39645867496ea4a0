import { expect, test } from 'vitest'
import { passwordFault } from '../../../contract/password.ts'

test.each([
  ['signUpForm', 6],
  ['signUp', 8],
  ['reset', 8],
  ['change', 6],
] as const)('%s takes passwords from %i characters on', (occasion, min) => {
  expect(passwordFault('x'.repeat(min - 1), occasion)).toBe('too_short')
  expect(passwordFault('x'.repeat(min), occasion)).toBeUndefined()
})

test('an emoji is one character', () => {
  expect(passwordFault('🎬'.repeat(5), 'change')).toBe('too_short')
  expect(passwordFault('🎬'.repeat(6), 'change')).toBeUndefined()
})

test('the maximum is counted in bytes', () => {
  expect(passwordFault('🎬'.repeat(18), 'signUp')).toBeUndefined()
  expect(passwordFault('🎬'.repeat(19), 'signUp')).toBe('too_long')
})
