import { expect, test } from 'vitest'
import type { Version } from '../../../../web/features/history/api/history.ts'
import {
  listItems,
  stepFrom,
  dayName,
  howLongAgo,
  versionNote,
  versionTitle,
} from '../../../../web/features/history/list/version-facts.ts'
import { sceneNumbers } from '../../../../web/messages/history.ts'

const now = new Date(2026, 10, 16, 14, 2)
const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString()
const version = (over: Partial<Version>): Version => ({
  id: `v${over.number}`,
  number: 1,
  created_at: at(16),
  origin: 'typed',
  label: null,
  job_id: null,
  words: 10,
  ...over,
})
const names = (items: ReturnType<typeof listItems>) =>
  items.map((item) => (item.kind === 'day' ? item.name : item.id))

const versions = [
  version({ number: 4, created_at: at(16, 13) }),
  version({ number: 3, created_at: at(16, 9), label: 'Table read draft' }),
  version({ number: 2, created_at: at(15) }),
  version({ number: 1, created_at: at(12) }),
]

test('versions stand under the day they were made on, behind the current text', () => {
  const twelfth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' }).format(
    new Date(at(12)),
  )
  expect(names(listItems(versions, false, now))).toEqual([
    'now',
    'Today',
    'v4',
    'v3',
    'Yesterday',
    'v2',
    twelfth,
    'v1',
  ])
  expect(names(listItems(versions, true, now))).toEqual(['now', 'Today', 'v3'])
})

test('a day of another year is named with its year', () => {
  expect(dayName(new Date(2025, 10, 12), now)).toContain('2025')
  expect(dayName(new Date(2026, 9, 12), now)).not.toContain('2026')
})

test('the arrow keys skip the names of days and stay at the ends', () => {
  const items = listItems(versions, false, now)
  expect(stepFrom(items, 0, 1)).toBe(2)
  expect(stepFrom(items, 2, -1)).toBe(0)
  expect(stepFrom(items, 0, -1)).toBe(0)
  expect(stepFrom(items, items.length - 1, 1)).toBe(items.length - 1)
})

test('a version is called by its name, else by what was asked for, else by its origin', () => {
  const prompts = new Map([['job', ' Rui is the one\nwho is afraid ']])
  const answer = version({ number: 7, origin: 'answer', job_id: 'job' })
  expect(versionTitle({ ...answer, label: 'Draft' }, prompts)).toBe('Draft')
  expect(versionTitle(answer, prompts)).toBe('Rui is the one who is afraid')
  expect(versionTitle(answer, new Map())).toBe('AI answer')
  expect(versionNote(answer, 'Draft')).toMatch(/^AI answer · /)
  expect(versionNote(answer, 'AI answer')).toMatch(/^Version 7 · /)
})

test('the age of the current text is told in minutes, then by the clock', () => {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  expect(howLongAgo(before(0), now)).toBe('just now')
  expect(howLongAgo(before(2), now)).toBe('2 minutes ago')
  expect(howLongAgo(before(90), now)).toMatch(/12:32/)
  expect(howLongAgo(before(24 * 60), now)).toMatch(/^Yesterday .*2:02/)
})

test('scenes are named as a person would', () => {
  expect(sceneNumbers([1])).toBe('1')
  expect(sceneNumbers([3, 5])).toBe('3 and 5')
  expect(sceneNumbers([1, 2])).toBe('1 and 2')
  expect(sceneNumbers([1, 2, 3, 6, 8, 9, 10])).toBe('1 to 3, 6, and 8 to 10')
})
