import { expect, test, vi } from 'vitest'
import { fieldOf, errorText } from '../../../web/features/auth/forms/error-text.ts'
import { RequestError } from '../../../web/lib/backend/request-error.ts'

const OTHERWISE = 'Failed to send reset email.'

test("the server's own words come first", () => {
  expect(errorText(new RequestError('User already registered', 'x'), OTHERWISE)).toBe(
    'User already registered',
  )
})

test('a network that fails is said in a sentence, not in the words of the browser', () => {
  const error = new RequestError('Failed to fetch', '', true)
  expect(errorText(error, OTHERWISE)).toBe("Can't reach the server. Please check your connection.")
})

test.each(['', '{}', '{"unexpected":1}'])(
  'an answer without words, "%s", has a sentence',
  (text) => {
    expect(errorText(new RequestError(text), OTHERWISE)).toBe(OTHERWISE)
  },
)

test('a fault of ours is logged, and not shown in its own words', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(errorText(new TypeError('x is undefined'), OTHERWISE)).toBe(OTHERWISE)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('a refusal belongs to the field that its code speaks of', () => {
  const fields = { weak_password: 'password' } as const
  expect(fieldOf(new RequestError('too weak', 'weak_password'), fields)).toEqual({
    field: 'password',
  })
  expect(fieldOf(new RequestError('too many', 'over_request_rate_limit'), fields)).toEqual({})
  expect(fieldOf(new Error('weak_password'), fields)).toEqual({})
})
