import { expect, test } from 'vitest'
import { settledLength } from '../../../web/features/chat/answers/answer-parts.ts'

const settled = (text: string) => text.slice(0, settledLength(text))

test.each([
  ['a description as it comes', 'A boat com', 'A boat com'],
  ['a name only with what is said', 'Fog.\n\nMIRA', 'Fog.\n\n'],
  ['a name whose next line is not known', 'Fog.\n\nMIRA\n', 'Fog.\n\n'],
  ['a name with the first letter of a speech', 'Fog.\n\nMIRA\nNo', 'Fog.\n\nMIRA\nNo'],
  ['a speech that begins with a capital', 'Fog.\n\nMIRA\nI', 'Fog.\n\n'],
  ['a heading once it is over', 'INT. PIER - NIGHT\n\n', 'INT. PIER - NIGHT\n\n'],
  ['a heading not while it comes', 'INT. PIER - NIG', ''],
  ['an aside once it is closed, and its name with it', 'Fog.\n\nMIRA\n(without look', 'Fog.\n\n'],
  ['an aside that is closed', 'MIRA\n(quietly)', 'MIRA\n(quietly)'],
  ['names in other scripts', 'Nebel.\n\nЛЕВ', 'Nebel.\n\n'],
  ['nothing of nothing', '', ''],
  ['an empty line', '\n', '\n'],
])('%s', (_what, text, shown) => expect(settled(text)).toBe(shown))

test('what is settled stays settled, letter by letter', () => {
  const text =
    'INT. PIER - NIGHT\n\nFog.\n\nMIRA\n(quietly)\nWho is there?\n\nCUT TO:\n\nEXT. SEA - DAY\n'
  const lengths = Array.from({ length: text.length + 1 }, (_, end) =>
    settledLength(text.slice(0, end)),
  )
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
})
