import { expect, test } from 'vitest'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'
import {
  connectionProblem,
  refusedConnection,
} from '../../../../web/features/admin/models/connection/connection-problem.ts'
import {
  charactersLeft,
  noticeProblem,
  refusedNotice,
} from '../../../../web/features/admin/notices/notice-problem.ts'
import { currentMonth, lastMonths } from '../../../../web/features/admin/number-text.ts'
import { usageMessages } from '../../../../web/messages/admin-usage.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

test.each([
  ['', undefined, undefined, 'body'],
  [' \n', undefined, undefined, 'body'],
  ['x'.repeat(501), undefined, undefined, 'body'],
  ['Hello', undefined, inHours(-1), 'ends'],
  ['Hello', inHours(2), inHours(1), 'ends'],
  ['Hello', inHours(2), inHours(3), undefined],
  ['😀'.repeat(500), undefined, undefined, undefined],
])('what is wrong with a notice %# stands at its field', (body, starts_at, ends_at, field) => {
  const problem = noticeProblem({ body, starts_at, ends_at, for_pending: false })
  expect(problem?.field).toBe(field)
})

test('the characters of a notice are counted as the database does', () =>
  expect(charactersLeft(' a😀 ')).toBe(498))

test('what the database refuses stands at its field too, and the rest at the end of the form', () => {
  const refused = (code: string) => refusedNotice(new RequestError(code), 'fallback')
  expect(refused('notice_ends_in_the_past')).toEqual({
    field: 'ends',
    message: 'The end is in the past.',
  })
  expect(refused('notice_not_found').field).toBeUndefined()
  expect(refused('no')).toEqual({ message: 'fallback' })
})

test.each([
  ['', 'openai', '', 'name'],
  ['A', 'openai', '', undefined],
  ['A', 'openai-compatible', ' ', 'address'],
  ['A', 'openai', 'example.com/v1', 'address'],
  ['A', 'openai', 'ftp://example.com', 'address'],
  ['A', 'openai', 'http://user:secret@example.com/v1', 'address'],
  ['A', 'openai', 'https://example.com/v1?key=1', 'address'],
  ['A', 'openai-compatible', ' http://127.0.0.1:11434/v1 ', undefined],
] as const)('a connection %j, %s at %j', (name, kind, address, field) => {
  expect(connectionProblem({ name, kind, address })?.field).toBe(field)
})

test('a key that has to be entered again is asked for at its field', () => {
  const sentence = 'Enter the key again.'
  expect(refusedConnection(new RequestError(sentence, 'key_needed_again'))).toEqual({
    field: 'key',
    message: sentence,
  })
  expect(refusedConnection(new RequestError(sentence, 'connection_changed'))).toEqual({
    message: sentence,
  })
})

test('the months to choose from are two years, and the one that is shown', () => {
  const months = lastMonths(currentMonth())
  expect(months).toHaveLength(24)
  expect(months[0]).toBe(currentMonth())
  expect(lastMonths('2003-05').at(-1)).toBe('2003-05')
})

test('of many models without a price, three are named', () => {
  expect(usageMessages.withoutPrice(['a'])).toBe('Without the price of a.')
  expect(usageMessages.withoutPrice(['a', 'b', 'c', 'd'])).toBe('Without the prices of a, b, c, d.')
  expect(usageMessages.withoutPrice(['a', 'b', 'c', 'd', 'e'])).toBe(
    'Without the prices of a, b, c and 2 more.',
  )
})
