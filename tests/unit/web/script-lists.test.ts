// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { logQuery } from '../../../web/features/admin/api/audit-log.ts'
import { conversationsQuery } from '../../../web/features/chat/api/conversations.ts'
import { badgeText } from '../../../web/features/pending-count/pending-badge.tsx'
import {
  savedScriptsQuery,
  scriptsOf,
  withEach,
} from '../../../web/features/scripts/api/saved-scripts.ts'
import { scriptTitlesQuery } from '../../../web/features/scripts/api/script.ts'
import { columnsIn } from '../../../web/features/scripts/collection/shown-scripts.ts'
import { deletionFailure } from '../../../web/features/scripts/collection/use-script-deletion.ts'
import { listRetry } from '../../../web/lib/backend/list-retry.ts'
import { RequestError } from '../../../web/lib/backend/request-error.ts'

const script = (id: string) => ({
  id,
  title: id,
  preview: '',
  created_at: '',
  updated_at: '',
  modified_at: '',
  length: null,
  tags: [],
})
const pages = {
  pages: [
    { scripts: [script('a'), script('b')], next: '2026' },
    { scripts: [script('b'), script('c')], next: null },
  ],
  pageParams: [null, '2026'],
}
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

test('a script that is on two pages is listed once', () => {
  expect(ids(scriptsOf(pages))).toEqual(['a', 'b', 'c'])
  expect(scriptsOf(undefined)).toEqual([])
})

test('a deleted script is removed from every page and keeps the page bounds', () => {
  const left = withEach(pages, (each) => (each.id === 'b' ? null : each))
  expect(ids(scriptsOf(left))).toEqual(['a', 'c'])
  expect(left.pages.map(({ next }) => next)).toEqual(['2026', null])
})

test('only network errors are retried, twice, after one and two seconds', () => {
  const network = new RequestError('Failed to fetch', '', true)
  expect([0, 1, 2].map((failures) => listRetry.retry(failures, network))).toEqual([
    true,
    true,
    false,
  ])
  expect([0, 1].map(listRetry.retryDelay)).toEqual([1_000, 2_000])
  expect(listRetry.retry(0, new RequestError('permission denied', '42501'))).toBe(false)
})

test.each([
  ['the chats', conversationsQuery('anna')],
  ['the titles of the scripts', scriptTitlesQuery('anna')],
  ['the saved scripts', savedScriptsQuery('anna')],
  ['the audit log', logQuery('changes')],
])('%s are a list that is retried like this', (_name, query) =>
  expect(query).toMatchObject(listRetry),
)

test('a refused deletion shows the reason', () => {
  expect(deletionFailure(new RequestError('boom'))).toBe('Failed to delete script: boom')
  expect(deletionFailure(new RequestError('script_not_found', 'PT404'))).toBe(
    'Failed to delete script: it no longer exists.',
  )
  expect(deletionFailure(new RequestError('', 'signed_out'))).toBe(
    'You must be logged in to delete scripts.',
  )
})

test('the badge shows up to 99, then 99+', () =>
  expect([1, 99, 100, 5_000].map(badgeText)).toEqual(['1', '99', '99+', '99+']))

test('there are as many columns as fit, at least one', () =>
  expect([200, 328, 529, 530, 1112, 0].map(columnsIn)).toEqual([1, 1, 1, 2, 4, 1]))
