import { expect, test } from 'vitest'
import { countWords, wordCounter } from '../../../screenplay/model.ts'

test.each([
  ['', 0],
  ['-- *** ...', 0],
  ["don't, 'quoted' and dogs'", 4],
  ['well-known 3.5', 4],
  ['*em*phasis _is_ [[a note]] /* cut */', 6],
  ['Title: The Boats\n\nINT. TRAM\u00a0- NIGHT #12A#\n\nRUI (V.O.)\nRain.', 11],
  ['雨が降る', 4],
  ['Ame\u0301lie', 1],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words)
})

test('a text that changes is counted like any other', () => {
  const count = wordCounter()
  const texts = ['One two.\n\nThree.\nThree.', 'One two.\n\nThree.\nThree four.', '', 'One two.\n']
  expect(texts.map(count)).toEqual(texts.map(countWords))
  expect(texts.map(count)).toEqual([4, 5, 0, 2])
})
