import { expect, test } from 'vitest'
import { readConfirmationLink } from '../../../web/features/auth/state/links.ts'

const at = (hash: string, pathname = '/dashboard') => readConfirmationLink({ pathname, hash })

test('a confirmation link says how it ended', () => {
  expect(at('#access_token=a.b.c&refresh_token=r1&type=signup')).toEqual({
    outcome: 'confirmed',
    accessToken: 'a.b.c',
  })
  expect(at('#error=access_denied&error_code=otp_expired')).toEqual({ outcome: 'expired' })
  expect(at('#error=access_denied&error_code=over_request_rate_limit')).toEqual({
    outcome: 'failed',
  })
})

test.each([
  ['nothing', '', '/dashboard'],
  ['a heading', '#scene-3', '/dashboard'],
  ['a type without a token', '#type=signup', '/dashboard'],
  ['a recovery', '#access_token=a&refresh_token=r&type=recovery', '/auth/reset-password'],
  ['a refused recovery', '#error=access_denied&error_code=otp_expired', '/auth/reset-password'],
])('an address with %s is no confirmation', (_what, hash, pathname) =>
  expect(at(hash, pathname)).toBeUndefined(),
)
