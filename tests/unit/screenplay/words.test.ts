import { expect, test } from 'vitest'
import { countWords, parse, printedWordCounter } from '../../../screenplay/model.ts'

test.each([
  ['', 0],
  ['-- *** ...', 0],
  ["don't, 'quoted' and dogs'", 4],
  ['well-known 3.5', 4],
  ['*em*phasis _is_ [[a note]] /* cut */', 6],
  ['Title: The Boats\n\nINT. TRAM\u00a0- NIGHT #12A#\n\nRUI (V.O.)\nRain.', 11],
  ['雨が降る', 4],
  ['Ame\u0301lie', 1],
])('%j has %i words', (text, words) => expect(countWords(text)).toBe(words))

test('a text that changes is counted like any other', () => {
  const count = printedWordCounter()
  const texts = ['One two.\n\nThree.\nThree.', 'One two.\n\nThree.\nThree four.', '', 'One two.\n']
  expect(texts.map((text) => count(parse(text)).printed)).toEqual(texts.map(countWords))
  expect(texts.map((text) => count(parse(text)))).toEqual(
    [4, 5, 0, 2].map((printed) => ({ printed, unprinted: 0 })),
  )
})

test('what never prints is counted apart', () => {
  const counts = (text: string) => printedWordCounter()(parse(text))
  expect(counts('# Act one\n\n= Two words.\n\n### Idea\n\n')).toEqual({ printed: 0, unprinted: 5 })
  expect(counts('Mira wa[[why so]]its./* cut */ Rain.')).toEqual({ printed: 3, unprinted: 3 })
  expect(counts('MIRA\n#one of mine\n= not a synopsis')).toEqual({ printed: 7, unprinted: 0 })
  expect(counts('Title: The Boats\nPage Setup: Paper A4\n\nRain.')).toEqual({
    printed: 4,
    unprinted: 4,
  })
})
