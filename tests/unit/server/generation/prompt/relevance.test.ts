import { expect, test } from 'vitest'
import { queryOf, relevanceOf } from '../../../../../server/generation/prompt/relevance.ts'
import { leastCpuTime } from '../../../../support/cpu-time.ts'

/** In ms. Searching for every word in every scene would take several times as long. */
const CPU_LIMIT_MS = 2_000

test('a scene with a rare word of the request comes before one with a common word', () => {
  const texts = ['the boat sinks', 'the harbour', 'the pier', 'the fog']
  const [first = 0, ...others] = relevanceOf(texts, queryOf([{ text: 'the boat', weight: 1 }]))
  expect(first).toBeGreaterThan(0)
  expect(others).toEqual([0, 0, 0])
})

test('thousands of words and a hundred thousand scenes do not keep others waiting', () => {
  const words = Array.from({ length: 5_000 }, (_, n) => `word${n}`)
  const query = queryOf([{ text: words.join(' '), weight: 1 }])
  const texts = Array.from({ length: 100_000 }, (_, n) => `word${n % 5_000}`)
  expect(leastCpuTime(CPU_LIMIT_MS, () => relevanceOf(texts, query))).toBeLessThan(CPU_LIMIT_MS)
})
