import { expect, test } from 'vitest'
import { modelShares, percentages } from '../../../../web/features/authorship/shares.ts'
import { originLabel, ownText, shareText } from '../../../../web/features/authorship/origin-text.ts'
import { anyRecord } from './any-record.ts'

test('percentages add up to 100', () => {
  expect(percentages([1, 1, 1])).toEqual(['34', '33', '33'])
  expect(percentages([61, 31, 6, 2])).toEqual(['61', '31', '6', '2'])
  expect(percentages([2, 1, 0, 0])).toEqual(['67', '33', '0', '0'])
})

test('a little is not shown as nothing, and nearly all not as all', () => {
  expect(percentages([9_999, 1])).toEqual(['>99', '<1'])
  expect(percentages([9_999, 0])).toEqual(['100', '0'])
  expect(percentages([0, 0])).toEqual(['0', '0'])
})

test("what was imported is not called somebody else's", () => {
  const none = { typed: 0, answer: 0, import: 0, pasted: 0 }
  expect(ownText({ ...none, typed: 3, answer: 1 })).toBe('75% yours')
  expect(ownText({ ...none, answer: 1 })).toBe('0% yours')
  expect(ownText({ ...none, import: 900 })).toBe('imported')
  expect(ownText({ ...none, import: 9, answer: 1 })).toBe('90% imported')
  expect(ownText({ ...none, import: 9, typed: 1 })).toBe('90% imported, 10% yours')
})

const shares = { typed: 61, answer: 31, import: 6, pasted: 2 }
const job = (id: string, model: string | null, kept: number) => ({
  id,
  model,
  created_at: null,
  written: 100,
  kept,
})

test('the words of answers are told by model, most first, with those of unknown jobs', () => {
  const record = anyRecord(shares, [
    job('a', 'demo', 7),
    job('b', 'gpt-5.2', 20),
    job('c', 'demo', 0),
  ])
  expect(modelShares(record)).toEqual([
    { model: 'gpt-5.2', words: 20 },
    { model: 'demo', words: 7 },
    { model: null, words: 4 },
  ])
  expect(shareText(shares, record)).toBe('Typed by you 61%, AI, kept 31%, Imported 6%, Pasted 2%')
  expect(shareText(record.text.shares, record, 'answer')).toBe(
    'AI, kept 31% (gpt-5.2 20, demo 7, unknown model 4)',
  )
})

test('the demo writer alone is not called an AI', () => {
  const demo = anyRecord(shares, [job('a', 'demo', 31)])
  expect(shareText(demo.text.shares, demo, 'answer')).toBe('Demo writer, kept 31%')
  expect(originLabel('answer', anyRecord(shares, [job('a', 'gpt-5.2', 31)]))).toBe('AI, kept')
})
