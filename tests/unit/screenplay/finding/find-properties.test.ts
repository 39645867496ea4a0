import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { longScript } from '../../../../bench/support/long-script.ts'
import {
  characterNames,
  type FindQuery,
  findMatches,
  renameCharacter,
  replaceMatches,
} from '../../../../screenplay/editing.ts'
import { plainText, parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { leastCpuTime } from '../../../support/cpu-time.ts'
import { runs } from '../../../support/rounds.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { queryFor } from './found.ts'

const scope: fc.Arbitrary<FindQuery['within']> = fc.constantFrom<FindQuery['within']>(
  'all',
  'dialogue',
  'headings',
  { character: 'ANN' },
)
const words = fc.constantFrom(
  'a',
  'it',
  'ANN',
  'e\u0301',
  '雨',
  '*',
  'Bo (',
  '. ',
  'the rain',
  '\n',
)
const query: fc.Arbitrary<FindQuery> = fc.record({
  text: fc.oneof(words, fc.string({ maxLength: 3, unit: 'grapheme' })),
  caseSensitive: fc.boolean(),
  wholeWords: fc.boolean(),
  within: scope,
})

test('matches of anything in any text are in order and equal to the query', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyScript), query, (source, asked) => {
      const wanted = asked.text.normalize('NFD').toLowerCase()
      let done = 0
      for (const { start, end } of findMatches(parse(source), asked)) {
        expect(start).toBeGreaterThanOrEqual(done)
        const found = source.slice(start, end).normalize('NFD').toLowerCase()
        expect(found.replaceAll(/[*_\\]/g, '')).toBe(wanted.replaceAll(/[*_\\]/g, ''))
        done = end
      }
    }),
    runs('script-finding'),
  )
})

/** Without scope, case or whole-word options, a literal search does what `replaceAll` does. */
test('replacing plain text everywhere is replacing it literally', () => {
  const text = fc.string({ maxLength: 60, unit: fc.constantFrom('a', 'b', ' ', '\n') })
  const part = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b') })
  fc.assert(
    fc.property(text, part, (source, found) => {
      const { splices } = replaceMatches(parse(source), queryFor(found), 'xy')
      expect(applySplices(source, splices)).toBe(source.replaceAll(found, 'xy'))
    }),
    runs('script-finding'),
  )
})

const shape = (source: string) => parse(source).elements.map(({ type, dual }) => `${type} ${dual}`)

test('a renamed character keeps every speech, and nobody else changes', () => {
  const name = fc.constantFrom(
    'TOM',
    'Tomás',
    '雨',
    '@McAvoy',
    'EXT. VOICE',
    'A*B*C',
    '[[X]]',
    'a_b',
  )
  fc.assert(
    fc.property(anyScript, name, fc.boolean(), (source, to, mentions) => {
      const before = parse(source)
      const [from] = characterNames(before)
      if (from === undefined) return
      const after = applySplices(source, renameCharacter(before, from, to, { mentions }))
      const renamed = to.replace('@', '').toUpperCase()
      const names = characterNames(before).map((each) => (each === from ? renamed : each))
      expect(shape(after)).toEqual(shape(source))
      expect(characterNames(parse(after)).toSorted()).toEqual([...new Set(names)].toSorted())
    }),
    runs('script-finding'),
  )
})

test('replacing across emphasis replaces what is printed', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    ' ',
    '*a*',
    '**b**',
    '_a b_',
    '*',
    '_',
    String.raw`\*`,
    '***a***',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((parts) => `x${parts.join('')}x`)
  const part = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', ' ') })
  fc.assert(
    fc.property(text, part, (source, found) => {
      const { splices } = replaceMatches(parse(source), queryFor(found), 'xy')
      const after = applySplices(source, splices)
      expect(plainText(after)).toBe(plainText(source).replaceAll(found, 'xy'))
    }),
    runs('script-finding'),
  )
})

/** In ms. Quadratic time would take seconds. */
const LIMIT = 250

test.each([
  ['a letter', longScript(120), 'a', false],
  ['a run of letters', 'a'.repeat(100_000), 'a'.repeat(10_000), true],
  ['a near miss', 'a'.repeat(200_000), `${'a'.repeat(10_000)}b`, false],
  ['words that almost end', 'ab '.repeat(70_000), `${'ab '.repeat(10_000)}a`, true],
  ['decomposed accents', 'e\u0301'.repeat(40_000), 'é', false],
  ['marks on one letter', `e${'\u0301'.repeat(50_000)}`, 'e', false],
])('%s is found in linear time', (_, source, text, wholeWords) => {
  const screenplay = parse(source)
  const work = () => findMatches(screenplay, queryFor(text, { wholeWords }))
  expect(leastCpuTime(LIMIT, work)).toBeLessThan(LIMIT)
})

test.each([
  ['a long script', longScript(120), 'the'],
  ['one line of emphasis', '*a* b '.repeat(2_000), 'a b'],
  ['one line of stars', '* a '.repeat(3_000), ' a'],
])('replacing in %s takes linear time', (_, source, text) => {
  const screenplay = parse(source)
  const work = () => replaceMatches(screenplay, queryFor(text), 'c')
  expect(leastCpuTime(LIMIT, work)).toBeLessThan(LIMIT)
})

test.each([
  ['a long script', longScript(120)],
  ['a cue of markers', `${'*'.repeat(100_000)}MIRA${'_'.repeat(100_000)}\nYes.`],
  ['a cue of extensions', `MIRA${' (V.O.)'.repeat(20_000)}\nYes.`],
  ['names in names', `MIRA\nYes.\n\n${'MIRA MIRA\nMira Mira Mira.\n\n'.repeat(2_000)}`],
])('renaming in %s takes linear time', (_, source) => {
  const screenplay = parse(source)
  const work = () => renameCharacter(screenplay, 'MIRA', 'Tomás', { mentions: true })
  expect(leastCpuTime(LIMIT, work)).toBeLessThan(LIMIT)
})
