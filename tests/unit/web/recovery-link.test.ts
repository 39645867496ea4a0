import { expect, test } from 'vitest'
import { readRecoveryLink } from '../../../web/features/auth/state/links.ts'

const whole = 'access_token=a.b.c&refresh_token=r1&type=recovery'
const tokens = { accessToken: 'a.b.c', refreshToken: 'r1' }

test('the tokens are read from the hash, the query string, or both', () => {
  expect(readRecoveryLink({ search: '', hash: `#${whole}` })).toEqual(tokens)
  expect(readRecoveryLink({ search: `?${whole}`, hash: '' })).toEqual(tokens)
  const split = { search: '?type=recovery', hash: '#access_token=a.b.c&refresh_token=r1' }
  expect(readRecoveryLink(split)).toEqual(tokens)
})

test.each([
  ['nothing', ''],
  ['another type', '#access_token=a&refresh_token=r&type=signup'],
  ['no type', '#access_token=a&refresh_token=r'],
  ['no refresh token', '#access_token=a&type=recovery'],
  ['an empty access token', '#access_token=&refresh_token=r&type=recovery'],
  ["the server's refusal", '#error=access_denied&error_code=otp_expired'],
  ['a refusal beside tokens', `#${whole}&error=access_denied`],
])('an address with %s is no recovery', (_what, hash) =>
  expect(readRecoveryLink({ search: '', hash })).toBeUndefined(),
)
