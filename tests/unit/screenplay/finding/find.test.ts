import { expect, test } from 'vitest'
import { characterNames, findMatches, replaceMatches } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { marked, queryFor } from './found.ts'

const SCRIPT = `Title: Rain

INT. RAIN HOUSE - DAY

Rain on the roof.

ANA (V.O.)
(about the rain)
The rain [[more rain?]] stops.
~Rain, rain

RUI
Rain again.

ana ^ is no cue of rain

@Ana
No rain.

> RAIN TO:
`

test('a text is found anywhere, in any case, without overlaps', () => {
  expect(marked('Anna, ANNA, banana', 'ana')).toBe('Anna, ANNA, b{ana}na')
  expect(marked('aaaaa', 'aa')).toBe('{aa}{aa}a')
  expect(marked('Anna', '')).toBe('Anna')
})

test('case matters if asked', () =>
  expect(marked('Rain, rain, RAIN', 'rain', { caseSensitive: true })).toBe('Rain, {rain}, RAIN'))

test.each([
  ['rain', 'Rainy rain-coat, train rain rain', 'Rainy {rain}-coat, train {rain} {rain}'],
  ['é', 'été é', 'été {é}'],
  ['дом', 'домой дом', 'домой {дом}'],
  ['2', '12 2 2b', '12 {2} 2b'],
  ['𝒜', '𝒜𝒜 𝒜', '𝒜𝒜 {𝒜}'],
  ['cafe', 'cafe\u0301 cafe', 'cafe\u0301 {cafe}'],
  ['no', '*no* _no_ __no', '*{no}* _{no}_ __{no}'],
  ['...', 'well... so', 'well{...} so'],
])('%s as a whole word', (text, source, expected) =>
  expect(marked(source, text, { wholeWords: true })).toBe(expected),
)

test.each([
  ['a decomposed accent', 'cafe\u0301', 'CAFÉ café cafe\u0301s', '{CAFÉ} {café} {cafe\u0301}s'],
  ['a composed accent', 'é', 'x e\u0301 e', 'x {e\u0301} e'],
  [
    'Korean in parts',
    '가',
    '\u1100\u1161 가 \u1100\u1161\u11a8',
    '{\u1100\u1161} {가} \u1100\u1161\u11a8',
  ],
  ['a dotted capital I', 'istanbul', 'İSTANBUL e\u0301 Istanbul', '{İSTANBUL} e\u0301 {Istanbul}'],
  ['a final sigma', 'οδος', 'ΟΔΟΣ οδός οδος', '{ΟΔΟΣ} οδός {οδος}'],
  ['curly quotation marks', `"don't"`, '“Don’t” "don\'t"', `{“Don’t”} {"don't"}`],
  ['a non-breaking space', 'a b', 'a\u00a0b', '{a\u00a0b}'],
  ['what looks like a pattern', '.*', 'a.*b', 'a{.*}b'],
])('%s is found where it is', (_, text, source, expected) =>
  expect(marked(source, text)).toBe(expected),
)

test.each([
  ['ends inside', 'A *very* loud bar', 'very loud', 'A *{very* loud} bar', 'A *quiet* bar'],
  ['begins inside', 'A very **loud** bar', 'very loud', 'A {very **loud}** bar', 'A quiet bar'],
  ['is inside', 'Un*believ*able', 'unbelievable', '{Un*believ*able}', 'Quiet'],
  ['is around', 'A *very loud* bar', 'very loud', 'A *{very loud}* bar', 'A *quiet* bar'],
  ['is escaped', String.raw`a \* b`, '* b', String.raw`a \{* b}`, String.raw`a \quiet`],
])('text is found where emphasis %s', (_, source, text, expected, after) => {
  expect(marked(source, text)).toBe(expected)
  const { splices } = replaceMatches(parse(source), queryFor(text), 'quiet')
  expect(applySplices(source, splices)).toBe(after)
})

test('dialogue is what is spoken and sung: no parentheticals, no notes', () =>
  expect(marked(SCRIPT, 'rain', { within: 'dialogue' })).toBe(
    SCRIPT.replace('The rain', 'The {rain}')
      .replace('~Rain, rain', '~{Rain}, {rain}')
      .replace('Rain again', '{Rain} again')
      .replace('No rain', 'No {rain}'),
  ))

test('lyrics outside a speech are nobody’s lines', () =>
  expect(marked('ANA\nRain.\n\n~Rain', 'rain', { within: 'dialogue' })).toBe(
    'ANA\n{Rain}.\n\n~Rain',
  ))

test("a character's lines are those under all cues of the name, with any extension", () =>
  expect(marked(SCRIPT, 'rain', { within: { character: 'ana' } })).toBe(
    SCRIPT.replace('The rain', 'The {rain}')
      .replace('~Rain, rain', '~{Rain}, {rain}')
      .replace('No rain', 'No {rain}'),
  ))

test('headings are scene headings', () =>
  expect(marked(SCRIPT, 'rain', { within: 'headings' })).toBe(
    SCRIPT.replace('INT. RAIN', 'INT. {RAIN}'),
  ))

test('replacing takes the replacement literally and skips what is already so', () => {
  const screenplay = parse('Rain, rain')
  expect(replaceMatches(screenplay, queryFor('rain'), 'rain').splices).toEqual([])
  const { splices } = replaceMatches(screenplay, queryFor('rain'), '$&')
  expect(applySplices('Rain, rain', splices)).toBe('$&, $&')
})

test('names are listed by the number of speeches, without extensions', () => {
  expect(characterNames(parse(SCRIPT))).toEqual(['ANA', 'RUI'])
  expect(characterNames(parse('BO\nA very long speech.\n\nAL\nNo.\n\nAL (V.O.)\nNo.'))).toEqual([
    'AL',
    'BO',
  ])
})

test('half a surrogate pair is never found', () =>
  expect(findMatches(parse('😀'), queryFor('\ud83d'))).toEqual([]))
