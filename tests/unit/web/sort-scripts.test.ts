import { expect, test } from 'vitest'
import type { SavedScript } from '../../../web/features/scripts/api/saved-scripts.ts'
import { sortScripts } from '../../../web/features/scripts/collection/shown-scripts.ts'
import { matchingTitles } from '../../../web/lib/matching-titles.ts'

const script = (title: string, updated: string, created = updated): SavedScript => ({
  id: title,
  title,
  preview: '',
  created_at: `2026-11-${created}+00:00`,
  updated_at: '2026-11-01T00:00:00+00:00',
  modified_at: `2026-11-${updated}+00:00`,
  length: null,
  tags: [],
})
const scripts = [
  script('act 10', '03T10:00:00', '01T10:00:00'),
  script('Act 9', '03T10:00:00.5', '02T10:00:00'),
  script('Élan', '03T10:00:00.123456', '03T10:00:00'),
]
const titles = (some: readonly SavedScript[]) => some.map(({ title }) => title)

test('newest first, to the fraction of a second', () => {
  expect(titles(sortScripts(scripts, 'modified'))).toEqual(['Act 9', 'Élan', 'act 10'])
  expect(titles(sortScripts(scripts, 'created'))).toEqual(['Élan', 'Act 9', 'act 10'])
})

test('titles sort naturally: ignoring case, numbers by value', () =>
  expect(titles(sortScripts(scripts, 'title'))).toEqual(['Act 9', 'act 10', 'Élan']))

test('a search finds parts of titles in any case, and the ids found by the server', () => {
  expect(titles(matchingTitles(scripts, 'ACT'))).toEqual(['act 10', 'Act 9'])
  expect(titles(matchingTitles(scripts, 'éL'))).toEqual(['Élan'])
  expect(titles(matchingTitles(scripts, 'lamp', ['Act 9', 'not in the collection']))).toEqual([
    'Act 9',
  ])
  expect(titles(matchingTitles(scripts, '.*'))).toEqual([])
  expect(matchingTitles(scripts, '')).toBe(scripts)
})
