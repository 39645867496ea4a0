import { expect, test } from 'vitest'
import { base32, codeOf, stepOf } from '../../../../server/auth/mfa/totp.ts'

/** The secret and the codes of RFC 6238, appendix B, cut to six digits. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at %i seconds the code is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(codeOf(secret, step)).toBe(code)
  expect(stepOf(secret, code, seconds * 1000)).toBe(step)
})

test('a code is good one step before and after its own, no longer', () => {
  const step = 37_037_036
  const after = (seconds: number) => stepOf(secret, '081804', (step * 30 + seconds) * 1000)
  expect([-30, -1, 0, 29, 59].map(after)).toEqual([step, step, step, step, step])
  expect([-31, 60].map(after)).toEqual([undefined, undefined])
})

test('the secret is written as RFC 4648 has it', () =>
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'))
