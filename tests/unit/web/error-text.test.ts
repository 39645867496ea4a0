import { expect, test, vi } from 'vitest'
import { errorText } from '../../../web/error-text.ts'
import { requestProblem } from '../../../web/features/auth/forms/use-checked-form.ts'
import { RequestError } from '../../../web/lib/backend/request-error.ts'

const FALLBACK = 'Failed to send reset email.'

test("the server's own message comes first", () =>
  expect(errorText(new RequestError('User already registered', 'x'), FALLBACK)).toBe(
    'User already registered',
  ))

test('a network error is explained in our words, not in those of the browser', () => {
  const error = new RequestError('Failed to fetch', '', true)
  expect(errorText(error, FALLBACK)).toBe("Can't reach the server. Please check your connection.")
})

test.each([
  '',
  '{}',
  '{"unexpected":1}',
  '<html><title>502 Bad Gateway</title></html>',
  'Bad Gateway',
  'Gateway Timeout',
  'HTTP 503',
  'Unexpected token N in "No" is not valid JSON',
  'TypeError: Failed to fetch',
  'new row violates row-level security policy for table "scripts"',
])('a message that is not for people, "%s", is not shown', (text) =>
  expect(errorText(new RequestError(text, 'XX000'), FALLBACK)).toBe(FALLBACK),
)

test('a session that has ended is explained in our words', () => {
  const error = new RequestError('JWT expired: its session has ended', 'PGRST303')
  expect(errorText(error, FALLBACK)).toBe('Your session has ended. Please sign in again.')
})

test('texts that take up all their space are explained in our words', () => {
  const error = new RequestError('stored_text_is_full', 'PT413', false, 413)
  expect(errorText(error, FALLBACK)).toBe(
    'Your scripts and their versions take up all the space that this server gives you. Delete scripts you no longer need.',
  )
})

test('an unexpected error is logged once, and its message is not shown', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = new TypeError('x is undefined')
  expect([errorText(error, FALLBACK), errorText(error, FALLBACK)]).toEqual([FALLBACK, FALLBACK])
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('a refusal is shown at the field that its code is about', () => {
  const words = { failedTitle: 'Sign Up Failed', failed: FALLBACK }
  const fields = { weak_password: 'password' } as const
  const title = words.failedTitle
  expect(requestProblem(new RequestError('too weak', 'weak_password'), words, fields)).toEqual({
    title,
    message: 'too weak',
    field: 'password',
  })
  const other = new RequestError('too many', 'over_request_rate_limit')
  expect(requestProblem(other, words, fields)).toEqual({ title, message: 'too many' })
})
