import { expect, test } from 'vitest'
import { applySplices, type Splice } from '../../../../screenplay/changes.ts'
import { followChanges } from '../../../../web/features/document/sync/overlaps.ts'

const TEXT = 'above\nA\nB\nC\nbelow'

/** The overlap of A with B and C after changes of the text. */
function followed(...changes: Splice[]) {
  const overlap = { id: 'one', first: 'A\n', second: 'B\nC\n', start: 6, mine: 'second' as const }
  const after = applySplices(TEXT, changes)
  const [now] = followChanges([overlap], TEXT, changes, after)
  return now && { start: now.start, first: now.first, second: now.second }
}

const line = (start: number, text = 'new\n') => ({ start, end: start, text })

test('lines that are added at an overlap belong to what they are below, those above and below it to neither', () => {
  expect(followed(line(6))).toEqual({ start: 10, first: 'A\n', second: 'B\nC\n' })
  expect(followed(line(8))).toEqual({ start: 6, first: 'A\nnew\n', second: 'B\nC\n' })
  expect(followed(line(12))).toEqual({ start: 6, first: 'A\n', second: 'B\nC\n' })
  expect(followed({ start: 8, end: 10, text: '' }, line(12))).toEqual({
    start: 6,
    first: 'A\n',
    second: 'C\n',
  })
  expect(followed(line(8, 'x'))).toEqual({ start: 6, first: 'A\n', second: 'xB\nC\n' })
})
