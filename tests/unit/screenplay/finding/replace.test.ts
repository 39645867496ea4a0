import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  characterCalled,
  type FindQuery,
  findMatches,
  replaceMatches,
} from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { queryFor } from './found.ts'
import { forAny } from '../../../support/any-input.ts'

function replaced(source: string, text: string, by: string, options: Partial<FindQuery> = {}) {
  const { splices, ...counts } = replaceMatches(parse(source), queryFor(text, options), by)
  return { after: applySplices(source, splices), ...counts }
}

const MARA = `INT. MARA'S ROOM - DAY

Mara sleeps. A mara runs by.

MARA (V.O.)
(as Mara)
I am Mara.
`

test('a replacement has the letter case of what it replaces, so that speeches stay speeches', () =>
  expect(replaced(MARA, 'mara', 'Marta')).toEqual({
    after: MARA.replaceAll('MARA', 'MARTA').replaceAll('Mara', 'Marta').replaceAll('mara', 'marta'),
    replaced: 6,
    skipped: 0,
  }))

test.each([
  ['Mara', 'MARTA LUZ', 'Marta Luz'],
  ['Rain', 'heavy snow', 'Heavy snow'],
  ['New York', 'los angeles', 'Los Angeles'],
  ['The rain', "it's snow", "It's snow"],
  ['A', 'the', 'The'],
  ['rAIN', 'Snow', 'Snow'],
  ['雨', 'Snow', 'Snow'],
  ['RAIN', 'straße', 'STRASSE'],
])('%s becomes, if %s is typed, %s', (found, typed, expected) =>
  expect(replaced(`so ${found} x`, found.toLowerCase(), typed).after).toBe(`so ${expected} x`),
)

test('a single letter in a line of capitals is in capitals', () =>
  expect(replaced('DOCTOR A\nYes.', 'a', 'no').after).toBe('DOCTOR NO\nYes.'))

test('if case matters, the replacement is as typed', () =>
  expect(replaced('Rain, rain', 'Rain', 'SNOW', { caseSensitive: true }).after).toBe('SNOW, rain'))

const CASE = { caseSensitive: true }

describe('an element is forced if it would become another', () => {
  test.each([
    ['a cue', 'MARA\nHello.', 'MARA', 'Marta', '@Marta\nHello.'],
    ['a cue with an extension', 'MARA (V.O.)\nHello.', 'MARA', 'Marta', '@Marta (V.O.)\nHello.'],
    ['an indented cue', 'x\n\n  MARA\nHello.', 'MARA', 'Marta', 'x\n\n  @Marta\nHello.'],
    ['a heading', 'INT. HALL\n\nx', 'INT', 'Hall', '.Hall. HALL\n\nx'],
    ['action like a cue', 'x\n\nBang\nIt falls.', 'Bang', 'BANG', 'x\n\n!BANG\nIt falls.'],
    ['action like a heading', 'x\n\nOut. there', 'Out', 'INT', 'x\n\n!INT. there'],
    ['action like a transition', 'x\n\nGo to', 'Go to', 'GO TO:', 'x\n\n!GO TO:'],
    ['action in its second line', 'x\n  Bo waits', 'Bo', '@Bo', 'x\n!  @Bo waits'],
    ['action like a title page', 'Note\nx', 'Note', 'Title: A', '!Title: A\nx'],
    ['a transition', 'x\n\nCUT TO:\n\ny', 'CUT', 'Cut', 'x\n\n> Cut TO:\n\ny'],
    ['dialogue like a parenthetical', 'BO\nLow', 'Low', '(low)', 'BO\n\\(low)'],
    ['dialogue like a cue', 'BO\nHi Al', 'Hi', '@', 'BO\n\\@ Al'],
    ['lyrics', 'BO\n~la la', '~la', 'lo', 'BO\n~lo la'],
  ])('%s', (_, source, text, by, after) =>
    expect(replaced(source, text, by, CASE)).toEqual({ after, replaced: 1, skipped: 0 }),
  )
})

describe('a place is skipped and counted if nothing else keeps the kind', () => {
  test.each([
    ['a parenthetical', 'BO\n(low)\nYes.', '(', '', 1],
    ['action that would vanish', 'Rain\n\nRain falls.', 'Rain', '', 1],
    ['the only line of a speech', 'BO\nHi\n\nBO\nHi, Al.', 'Hi', '', 1],
    ['text that would become a note', 'Al. Bo', 'Bo', '[[Bo]]', 1],
    ['text that would become boneyard', 'Al /a\n\nb*/', 'a', '*', 1],
    ['a note', '[[Bo]]', '[[', '', 1],
    ['a mark', '@Bo\nAl @', '@', '', 1],
    ['a synopsis', '= Bo', '=', '', 1],
    ['an empty row', 'x\n\n  \n\ny', '  ', ' ', 1],
    ['dual dialogue', 'BO\nHi.\n\nAL ^\nHi.', ' ^', '', 1],
    ['a scene number', '.A #12#', '12#', '', 1],
    ['a locked page', 'x\n\n[[=== 12]]\n\nx', '12', '13', 1],
    ['a key of the title page', 'Author: Bo\n\nThe author.', 'Author', 'By', 1],
    ['an entry that is not printed', 'Page Setup: a4\n\na4', 'a4', 'a5', 1],
    ['a title page that two lines make', 'Ann: hi\nyes\n\nNo yes.', 'yes', 'Al: 1', 1],
    ['a line break', 'Bo\nAl', 'Bo\nAl', 'Cy', 1],
  ])('%s', (_, source, text, by, skipped) => {
    const result = replaced(source, text, by, CASE)
    const matches = findMatches(parse(source), queryFor(text, CASE)).length
    expect(result).toMatchObject({ skipped, replaced: matches - skipped })
    expect(kinds(result.after)).toEqual(kinds(source))
  })
})

test('one match alone is replaced by the same rules', () => {
  const source = 'MARA\nMara?'
  const screenplay = parse(source)
  const one = (start: number) =>
    replaceMatches(screenplay, queryFor('mara'), 'Ann', { start, end: start + 4 })
  expect(one(0)).toEqual({ splices: [{ start: 0, end: 4, text: 'ANN' }], replaced: 1, skipped: 0 })
  expect(one(5)).toEqual({ splices: [{ start: 5, end: 9, text: 'Ann' }], replaced: 1, skipped: 0 })
  expect(one(1)).toEqual({ splices: [], replaced: 0, skipped: 0 })
})

test('a text names a character in any case', () => {
  const screenplay = parse(MARA)
  expect(characterCalled(screenplay, ' mara')).toBe('MARA')
  expect(characterCalled(screenplay, 'mar')).toBeUndefined()
  expect(characterCalled(screenplay, '')).toBeUndefined()
})

const kinds = (source: string) => {
  const { titlePage, elements } = parse(source)
  return [
    ...titlePage.map(({ key }) => key),
    ...elements.map(({ type, dual }) => `${type} ${dual}`),
  ]
}

/** Words of the scripts, parts of words, whole cues and headings, and everything that means something in Fountain. */
const words = [
  ['a', 'A', 'it', 'It', 'IT', 'rain', 'Ann', 'ANN', 'BO (V.O.)', 'House', 'дима', '雨', 'Int. '],
  ['EXT. X', 'CUT TO:', 'cut', 'TO:', 'La', 'JO', 'Some words.', 'Title', 'Title: ', 'Note', '12'],
  ['', ' ', '  ', 'x\ny', '\n', '\r', '(', ')', '(low)', ':', '-', '#1#', '[[n]]', '[[=== 2]]'],
  ['.', '!', '@', '^', '>', '<', '~', '#', '=', '===', '[[', ']]', '/*', '*/', '[', ']', '/'],
  ['*', '**', '_', '\\'],
].flat()
const word = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 }))

const breaks = /\r\n|[\r\n]/

test(
  'replacing anything by anything in any script keeps all kinds, and touches nothing else',
  forAny(
    'script-finding',
    fc.oneof(anyScript, anyText),
    fc.oneof(word, fc.string({ maxLength: 3 })),
    fc.oneof(word, fc.string({ maxLength: 6 })),
    fc.record({ caseSensitive: fc.boolean(), wholeWords: fc.boolean() }),
    (source, text, by, options) => {
      fc.pre(text.toLowerCase() !== by.toLowerCase())
      const before = parse(source)
      const matches = findMatches(before, queryFor(text, options))
      const result = replaced(source, text, by, options)
      expect(kinds(result.after)).toEqual(kinds(source))
      expect(result.replaced + result.skipped).toBe(matches.length)
      if (breaks.test(text + by)) return
      const linesAfter = result.after.split(breaks)
      const wanted = linesWith(source, matches, by)
      expect(linesAfter.length).toBe(wanted.length)
      let skipped = 0
      for (const [index, { line, places, replaced: expected }] of wanted.entries()) {
        const now = linesAfter[index] ?? ''
        const bare = now.replace(/^(\s*)(?:[.!@~\\]|> )/, '$1')
        const written = [now, bare].map((each) => each.toLowerCase())
        const isWritten = written.includes(expected.toLowerCase())
        // The markers of a line with emphasis may be written anew.
        const isRewritten = places > 0 && /[*_\\]/.test(line + by)
        expect(now === line || isWritten || isRewritten).toBe(true)
        if (now === line) skipped += places
      }
      expect(result.skipped).toBe(skipped)
    },
  ),
)

/** Each line, how many places it has, and the line with all of them replaced. */
function linesWith(source: string, places: readonly { start: number; end: number }[], by: string) {
  let [start, next] = [0, 0]
  return source.split(breaks).map((line) => {
    const end = start + line.length
    const first = next
    while ((places[next]?.end ?? Infinity) <= end) next += 1
    const here = places.slice(first, next)
    const inLine = here.map((each) => ({
      start: each.start - start,
      end: each.end - start,
      text: by,
    }))
    start = end + (source.startsWith('\r\n', end) ? 2 : 1)
    return { line, places: here.length, replaced: applySplices(line, inLine) }
  })
}
