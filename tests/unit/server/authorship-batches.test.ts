import { expect, test } from 'vitest'
import { FIRST_BATCH, nextBatch } from '../../../server/functions/authorship/compute.ts'

test('short histories are computed in ever larger batches, up to 20 versions', () => {
  let batch = FIRST_BATCH
  const sizes = Array.from({ length: 5 }, () => (batch = nextBatch(batch, 10)))
  expect(sizes).toEqual([8, 16, 20, 20, 20])
})

test('a batch of versions that take long is one that takes about a second', () => {
  expect(nextBatch(4, 2_000)).toBe(2)
  expect(nextBatch(20, 1_100)).toBe(18)
  expect(nextBatch(20, 60_000)).toBe(1)
})
