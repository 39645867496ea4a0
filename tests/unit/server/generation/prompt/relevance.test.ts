import { expect, test } from 'vitest'
import { queryOf, relevanceOf } from '../../../../../server/generation/prompt/relevance.ts'

test('a scene with a rare word of the request comes before one with a common word', () => {
  const texts = ['the boat sinks', 'the harbour', 'the pier', 'the fog']
  const [first = 0, ...others] = relevanceOf(texts, queryOf([{ text: 'the boat', weight: 1 }]))
  expect(first).toBeGreaterThan(0)
  expect(others).toEqual([0, 0, 0])
})
