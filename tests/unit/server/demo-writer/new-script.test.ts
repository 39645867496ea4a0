import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newScript } from '../../../../server/demo-writer/compose.ts'
import { runs } from '../../../support/rounds.ts'
import { faultsOf, readFountain } from './fountain.ts'

const write = (request: string) => newScript(request)
const read = (request: string) => readFountain(write(request))

test('the same request always gives the same script, a different one a different script', () => {
  expect(write('A heist in Lisbon.')).toBe(write('A heist in Lisbon.'))
  expect(write('A heist in Lisbon.')).not.toBe(write('A heist in Porto.'))
})

test('the title page says that it is a demo', () =>
  expect(read('A heist.').titlePage).toMatchObject({
    Credit: 'Written by the Script Writer demo',
    Notes: expect.stringContaining('No AI took part'),
  }))

test.each([
  ['Anna and Ben argue in a kitchen about a cat', ['ANNA', 'BEN']],
  ['Write a comedy about Zoë, Björn and Nuria on a boat.', ['ZOË', 'BJÖRN', 'NURIA']],
  ['Mara Quint and the Doge meet in Venice.', ['MARA QUINT', 'DOGE']],
  ['Two chefs fight over a recipe', ['FIRST CHEF', 'SECOND CHEF']],
  ['A retired detective meets an old sailor', ['RETIRED DETECTIVE', 'OLD SAILOR']],
  ['Please write a scene. Maria finds a key. Then Paul, her brother, wakes up.', ['MARIA', 'PAUL']],
])('%s: the speakers are %j and nobody else', (request, names) =>
  expect(read(request).speakers.toSorted()).toEqual(names.toSorted()),
)

test('a single character gets an unnamed partner', () => {
  const { speakers } = read('Maria waits for the last train.')
  expect(speakers).toContain('MARIA')
  expect(speakers).toHaveLength(2)
})

test.each([
  [
    'Anna meets Ben in an abandoned train station at midnight',
    'EXT. ABANDONED TRAIN STATION - NIGHT',
  ],
  ['Anna and Ben talk in the kitchen in the morning', 'INT. KITCHEN - MORNING'],
  ['Anna loses Ben in New York', 'EXT. NEW YORK - '],
  ['A lighthouse keeper finds a letter', 'INT. LIGHTHOUSE - '],
  ['A robot falls in love on the Titanic at dusk', 'EXT. TITANIC - DUSK'],
])('%s: takes place at %s', (request, heading) =>
  expect(read(request).headings.some((one) => one.startsWith(heading))).toBe(true),
)

test("the request's own words, things and quotes are used", () => {
  const script = write('Anna is hiding from the police. She says "Nobody leaves this city" to Ben.')
  expect(script).toContain('Nobody leaves this city.')
  expect(write('Anna and Ben fight over a stolen violin')).toContain('the stolen violin')
  expect(write('一个灯塔看守人发现了一封信。')).toContain('一个灯塔看守人发现了一封信')
})

test('a title in the request is used', () =>
  expect(read('A script called "The long Night" about Anna').titlePage['Title']).toBe(
    'The long Night',
  ))

test('ten requests give ten different first scenes', () => {
  const requests = Array.from({ length: 10 }, (_, index) => `Anna and Ben, version ${index}`)
  const scenes = requests.map((request) => write(request).split(/^(?:INT|EXT)\./m)[1])
  expect(new Set(scenes).size).toBe(10)
})

test.each([
  '',
  ' ',
  '?',
  '🎬👩‍🚀',
  '<script>alert("x")</script><b>Anna</b>',
  'قصة عن بحار يجد رسالة في زجاجة',
  'סיפור על "מגדלור" ישן',
  '一个灯塔看守人发现了一封信。',
  'INT. KITCHEN - DAY',
  'WRITE A SCENE ABOUT ANNA AND BEN!!!',
  'Ein Leuchtturmwärter findet einen Brief von Anna',
  'Int and Ext. meet Est. in a bar',
  '{A} {thing} * _ [[note]] /* boneyard */ > centered < @name ~lyric',
  '"(whisper) **bold** text" says Anna\u0000\u202e',
  'Anna '.repeat(4000),
  'Aa Bb Cc Dd '.repeat(1700),
  `a ${'\n'.repeat(10_000)} b`,
])('%j gives a well-formed script', (request) => expect(faultsOf(write(request))).toEqual([]))

const words = fc.constantFrom(
  ...'Anna Ben a an the in at on to kitchen Paris two chefs robot letter letters running "hi" says , . ! and who with night funny love Dr. São 李 <b> * ( [ @ = > # INT. \n'.split(
    ' ',
  ),
)

test('any request gives a well-formed script', () => {
  const anyRequest = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(words, { maxLength: 40 }).map((some) => some.join(' ')),
  )
  fc.assert(
    fc.property(anyRequest, (request) => {
      expect(faultsOf(write(request))).toEqual([])
    }),
    runs('demo-writing'),
  )
})
