import { expect, test } from 'vitest'
import {
  MAX_MOMENTS,
  overTime,
  statesOf,
  wordsPerDay,
} from '../../../../web/features/authorship/over-time.ts'
import { anyRecord, version } from './any-record.ts'

/** A time in the reader's own time zone. */
const local = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

const versions = [
  version(1, local(1, 0), { typed: 100 }),
  version(2, local(1, 23), { typed: 120, answer: 30 }),
  version(3, local(3, 12), { typed: 90, answer: 30 }),
]

test('versions of several days are shown by day, each as it ended', () => {
  const { isByDay, moments } = overTime(versions)
  expect(isByDay).toBe(true)
  expect(moments.map(({ version: number, shares }) => [number, shares.typed])).toEqual([
    [2, 120],
    [3, 90],
  ])
})

test('versions of one day are shown one by one', () => {
  const { isByDay, moments } = overTime(versions.slice(0, 2))
  expect(isByDay).toBe(false)
  expect(moments.map(({ version: number }) => number)).toEqual([1, 2])
  expect(overTime([])).toEqual({ isByDay: false, moments: [] })
})

test('of many versions as many are shown as have room, the last among them', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => version(n + 1, local(1, 12), { typed: n }))
  const { moments } = overTime(many)
  expect(moments).toHaveLength(MAX_MOMENTS)
  expect(moments.at(-1)?.version).toBe(1_000)
  expect(new Set(moments.map(({ version: number }) => number)).size).toBe(MAX_MOMENTS)
})

test('a day has the words that were added, less those that were cut, and no imports', () => {
  expect(wordsPerDay(versions).map(({ words }) => words)).toEqual([150, -30])
  expect(wordsPerDay([])).toEqual([])
  const after = [
    version(1, local(1, 9), { import: 20_000 }),
    version(2, local(2, 9), { import: 19_000, typed: 300 }),
  ]
  expect(wordsPerDay(after).map(({ words }) => words)).toEqual([0, 300])
})

test('what no version has yet is the last state', () => {
  const shares = { typed: 5, pasted: 0, import: 0, answer: 0 }
  const record = anyRecord(shares, [], { versions })
  expect(statesOf(record)).toHaveLength(3)
  const pending = { origin: 'typed' as const, since: '2026-11-16T11:00:00.000000Z' }
  const states = statesOf({ ...record, text: { ...record.text, pending } })
  expect(states.at(-1)).toEqual({ number: null, created_at: record.createdAt, shares })
})
