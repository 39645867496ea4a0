import { expect, test } from 'vitest'
import {
  dateOf,
  isGoalAmount,
  noteSize,
  progressOf,
} from '../../../../web/features/page/panels/daily-goal.ts'

const size = (words: number, eighths = 0) => ({ words, eighths })
const MONDAY = '2026-11-16'

test('what a text had when it was opened does not count, and all texts count together', () => {
  let day = noteSize(null, MONDAY, 'a', size(1_000), true)
  day = noteSize(day, MONDAY, 'a', size(1_200), true)
  day = noteSize(day, MONDAY, 'b', size(50), true)
  day = noteSize(day, MONDAY, 'b', size(150), true)
  const goal = { unit: 'words', amount: 400 } as const
  expect(progressOf(goal, day)).toEqual({
    share: 0.75,
    written: '300',
    amount: '400',
    isReached: false,
  })
  day = noteSize(day, MONDAY, 'b', size(350), true)
  expect(progressOf(goal, day)).toMatchObject({ share: 1, isReached: true })
  // Cuts count too, but the total does not go below zero.
  day = noteSize(day, MONDAY, 'a', size(10), true)
  expect(progressOf(goal, day)).toMatchObject({ share: 0, written: '0' })
})

test('what an answer wrote, or another device, does not count', () => {
  let day = noteSize(null, MONDAY, 'a', size(1_000), false)
  day = noteSize(day, MONDAY, 'a', size(1_200), true)
  day = noteSize(day, MONDAY, 'a', size(2_000), false)
  day = noteSize(day, MONDAY, 'a', size(2_050), true)
  const goal = { unit: 'words', amount: 400 } as const
  expect(progressOf(goal, day)).toMatchObject({ written: '250' })
})

test('pages are counted in eighths', () => {
  let day = noteSize(null, MONDAY, 'a', size(0, 51), true)
  day = noteSize(day, MONDAY, 'a', size(0, 61), true)
  const goal = { unit: 'pages', amount: 2 } as const
  expect(progressOf(goal, day)).toEqual({
    share: 10 / 16,
    written: '1 2/8',
    amount: '2',
    isReached: false,
  })
})

test('a new day begins with nothing', () => {
  const day = noteSize(noteSize(null, MONDAY, 'a', size(1), true), MONDAY, 'a', size(500), true)
  const goal = { unit: 'words', amount: 100 } as const
  const next = noteSize(day, '2026-11-17', 'a', size(510), true)
  expect(progressOf(goal, next)).toMatchObject({ written: '0' })
  expect(dateOf(new Date(2026, 10, 7, 23, 59))).toBe('2026-11-07')
})

test('a goal is a whole number', () => {
  expect([1, 500, 100_000].map((amount) => isGoalAmount(amount))).not.toContain(false)
  expect([0, -1, 1.5, 100_001, Number.NaN].map((amount) => isGoalAmount(amount))).not.toContain(
    true,
  )
})
