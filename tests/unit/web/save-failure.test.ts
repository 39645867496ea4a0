import { expect, test } from 'vitest'
import { saveFailure } from '../../../web/features/scripts/api/save-script.ts'
import { RequestError } from '../../../web/lib/backend/request-error.ts'

const shown = (error: unknown) => {
  const { title, message } = saveFailure(error)
  return [title, message]
}

test('each cause has its own message', () => {
  expect(shown(new RequestError('x', 'signed_out'))[0]).toBe('Authentication Error')
  expect(shown(new RequestError('', 'title_is_empty'))[0]).toBe('Validation Error')
  expect(shown(new RequestError('JWT expired', 'PGRST303'))).toEqual([
    'Save Error',
    'Authentication expired. Please refresh the page and try again.',
  ])
  expect(shown(new RequestError('Failed to fetch', '', true))).toEqual([
    'Save Error',
    'Network error. Please check your connection and try again.',
  ])
  expect(shown(new RequestError('title_is_too_long', 'PT400'))).toEqual([
    'Save Error',
    'Save failed: the title is longer than 200 characters.',
  ])
  expect(shown(new RequestError('the disk is full'))).toEqual([
    'Save Error',
    'Save failed: the disk is full',
  ])
  expect(shown(new RequestError('', 'XX000'))).toEqual([
    'Save Error',
    'Failed to save script. Please try again.',
  ])
  expect(shown('not an error')).toEqual(['Save Error', 'Failed to save script. Please try again.'])
})
