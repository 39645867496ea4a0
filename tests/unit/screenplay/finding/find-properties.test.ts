import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  characterNames,
  type FindQuery,
  findMatches,
  renameCharacter,
  replaceMatches,
} from '../../../../screenplay/editing.ts'
import { plainText, parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { queryFor } from './found.ts'
import { forAny } from '../../../support/any-input.ts'

const scope: fc.Arbitrary<FindQuery['within']> = fc.constantFrom<FindQuery['within']>(
  'all',
  'dialogue',
  'headings',
  { character: 'ANN' },
)
const words = fc.constantFrom(...'a|it|ANN|e\u0301|雨|*|Bo (|. |the rain|\n'.split('|'))
const query: fc.Arbitrary<FindQuery> = fc.record({
  text: fc.oneof(words, fc.string({ maxLength: 3, unit: 'grapheme' })),
  caseSensitive: fc.boolean(),
  wholeWords: fc.boolean(),
  within: scope,
})

test(
  'matches of anything in any text are in order and equal to the query',
  forAny('script-finding', fc.oneof(anyText, anyScript), query, (source, asked) => {
    const wanted = asked.text.normalize('NFD').toLowerCase()
    let done = 0
    for (const { start, end } of findMatches(parse(source), asked)) {
      expect(start).toBeGreaterThanOrEqual(done)
      const found = source.slice(start, end).normalize('NFD').toLowerCase()
      expect(found.replaceAll(/[*_\\]/g, '')).toBe(wanted.replaceAll(/[*_\\]/g, ''))
      done = end
    }
  }),
)

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
  const name = fc.constantFrom(...'TOM|Tomás|雨|@McAvoy|EXT. VOICE|A*B*C|[[X]]|a_b'.split('|'))
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
