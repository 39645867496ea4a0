import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parse,
  setTitleEntries,
  titleEntries,
  type TitlePageEntry,
} from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'

const entries = (of: Record<string, string>): TitlePageEntry[] =>
  Object.entries(of).map(([key, value]) => ({ key, value }))

const set = (source: string, values: readonly TitlePageEntry[]): string =>
  applySplices(source, setTitleEntries(parse(source), values))

const PAGE = `Title:
\t_**BRICK**_
\tPart two
Studio:  Big
AUTHOR: One
   Two

INT. BAR - DAY
`

test('entries are listed with their markers, several lines joined', () =>
  expect(titleEntries(parse(PAGE))).toEqual(
    entries({ Title: '_**BRICK**_\nPart two', Studio: 'Big', AUTHOR: 'One\nTwo' }),
  ))

test.each<[string, Record<string, string>, string]>([
  ['a value', { author: 'Three' }, PAGE.replace('One\n   Two', 'Three')],
  ['a value below its key', { title: 'STEEL' }, PAGE.replace('_**BRICK**_\n\tPart two', 'STEEL')],
  [
    'a value of two lines',
    { studio: 'A\n\n B ' },
    PAGE.replace('Studio:  Big', 'Studio:\n    A\n    B'),
  ],
  ['nothing', { Title: '' }, PAGE.replace('Title:\n\t_**BRICK**_\n\tPart two\n', '')],
  ['a new entry', { Studio: 'Big', Credit: 'by' }, PAGE.replace('Big\n', 'Big\nCredit: by\n')],
  ['a new first entry', { Contact: 'Me' }, `Contact: Me\n${PAGE}`],
  ['what is there', { Studio: 'Big' }, PAGE],
  ['a key that cannot be one', { 'A: B': 'x', '': 'x', '*': 'x' }, PAGE],
])('setting %s leaves everything else as it was', (_, values, expected) =>
  expect(set(PAGE, entries(values))).toBe(expected),
)

test.each([
  ['an empty script', '', 'Title: A\n\n'],
  ['a script', 'FADE IN:\n', 'Title: A\n\nFADE IN:\n'],
  ['a script after empty lines', '\n\nFADE IN:\n', 'Title: A\n\n\nFADE IN:\n'],
  ['a byte order mark', '\uFEFFX\r\nY', '\uFEFFTitle: A\r\n\r\nX\r\nY'],
])('%s gets a title page at its start', (_, before, after) =>
  expect(set(before, entries({ Title: 'A' }))).toBe(after),
)

test('a script that follows directly gets an empty line before it', () =>
  expect(set('Title: A\nINT. BAR - DAY', entries({ Title: 'B' }))).toBe(
    'Title: B\n\nINT. BAR - DAY',
  ))

test('a title page alone grows at its end', () =>
  expect(set('Title: A', entries({ Title: 'A', Author: 'B' }))).toBe('Title: A\nAuthor: B'))

test('a title page without entries is gone', () =>
  expect(set('Title: A\n\nFADE IN:\n', entries({ Title: '' }))).toBe('FADE IN:\n'))

test('a value that would hide its key goes below it', () =>
  expect(set('X', entries({ TITLE: 'BACK TO:' }))).toBe('TITLE:\n    BACK TO:\n\nX'))

test('the script never becomes the title page, or the title page the script', () => {
  expect(set('Title: A\n\nJo: he lies\nAl: no', entries({ Title: '' }))).toBe(
    'Title:\n\nJo: he lies\nAl: no',
  )
  expect(set('Title: A\nStudio:\n\nX', entries({ Title: '' }))).toBe('Title:\nStudio:\n\nX')
  expect(set('Author: A\nX:\nTitle: B\n\nX', entries({ Author: '' }))).toBe(
    'Credit:\nX:\nTitle: B\n\nX',
  )
})

const line = fc.oneof(
  fc.constantFrom('The Night', 'CUT TO:', 'Jo & Bo', 'INT. BAR', '[[x', '/*', 'é\u2028', 'a: b'),
  fc.string({ maxLength: 5, unit: 'binary' }),
)
const value = fc.array(line, { maxLength: 3 }).map((lines) => lines.join('\n'))
const key = fc.constantFrom(...'Title|Author|AUTHOR|Draft date|Studio|TO|INT. A|Τ'.split('|'))
const pageLine = fc
  .tuple(key, value)
  .map(([name, lines]) => `${name}: ${lines.replaceAll('\n', '\n\t')}`)
const source = fc.oneof(
  anyText,
  fc
    .tuple(fc.array(pageLine, { maxLength: 4 }), fc.constantFrom('\n', '\n\n', '\n \n'), anyText)
    .map(([lines, gap, body]) => lines.join('\n') + gap + body),
)

const body = (text: string) => {
  const { source: all, elements } = parse(text)
  return all.slice(elements[0]?.start ?? all.length)
}

const trimmed = (text: string) =>
  text
    .split(/\r\n|[\r\n]/)
    .map((each) => each.trim())
    .filter(Boolean)
    .join('\n')

const valuesOf = (list: readonly TitlePageEntry[], name: string) =>
  list
    .filter((entry) => entry.key.trim().toLowerCase() === name.toLowerCase())
    .map((entry) => entry.value)

test(
  'setting what is there changes nothing',
  forAny('title-page-entries', source, (text) => {
    const screenplay = parse(text)
    expect(setTitleEntries(screenplay, titleEntries(screenplay))).toEqual([])
  }),
)

test('what was set is there, what was not set stays, and the script is the same', () => {
  const wanted = fc.uniqueArray(
    fc.record({ key: key.filter((name) => name !== 'TO' && name !== 'INT. A'), value }),
    { selector: (entry) => entry.key.toLowerCase() },
  )
  fc.assert(
    fc.property(source, wanted, (text, values) => {
      const before = titleEntries(parse(text))
      const after = set(text, values)
      const found = titleEntries(parse(after))
      const isSet = (name: string) =>
        values.some((entry) => entry.key.toLowerCase() === name.trim().toLowerCase())
      for (const { key: name, value: given } of values) {
        const expected = [trimmed(given), ...valuesOf(before, name).slice(1)]
        const allowed = trimmed(given) === '' ? [expected, expected.slice(1)] : [expected]
        expect(allowed).toContainEqual(valuesOf(found, name))
      }
      const others = found.filter(({ key: name }) => !isSet(name))
      const added = others[0]?.value === '' ? others.slice(1) : others
      expect([others, added]).toContainEqual(before.filter(({ key: name }) => !isSet(name)))
      expect(body(after)).toBe(body(text))
    }),
    runs('title-page-entries'),
  )
})
