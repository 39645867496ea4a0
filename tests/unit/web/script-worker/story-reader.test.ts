import { expect, test } from 'vitest'
import { applySplices } from '../../../../screenplay/changes.ts'
import { parse, storyFacts } from '../../../../screenplay/model.ts'
import { createStoryReader } from '../../../../web/script-worker/story-reader.ts'

const TEXT = 'INT. BAR - DAY\n\nMIRA\nWait.\n\nRui leaves.\n'
const entries = [
  { id: 'mira', isCharacter: true, names: ['Mira'] },
  { id: 'rui', isCharacter: true, names: ['Rui'] },
]

test('what a text says about an entry follows its changes', () => {
  const read = createStoryReader()
  read({ revision: 1, text: TEXT, entries })
  const changes = [
    [{ start: 0, end: 0, text: 'EXT. PIER - NIGHT\n\nRui waits.\n\n' }],
    [{ start: 0, end: 3, text: 'INT' }],
  ]
  const text = changes.reduce(applySplices, TEXT)
  const [mira, rui] = storyFacts(parse(text), entries)
  const now = read({ revision: 2, changes, entries: entries.toReversed() })
  expect([now.get('mira'), now.get('rui')]).toEqual([mira, rui])
  expect(rui?.first?.at).toBeLessThan(mira?.first?.at ?? 0)
})
