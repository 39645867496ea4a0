import { expect, test } from 'vitest'
import { nameFinder, parse, storyFacts } from '../../../screenplay/model.ts'

const SCRIPT = `Title: Mira

INT. LIGHTHOUSE - NIGHT

[[Mira is not here yet.]]

The light turns. A keeper winds the clock.

JOSEF
Will you come, Mira? Will it burn?

EXT. PIER - DAY

MIRA (V.O.)
One *two*.

JOSEF
Three.

ANNA
Four.

EXT. PIER - NIGHT

MIRABEL
Five six seven.

JOSEF
No.
`

const factsOf = (names: string[], isCharacter = true, script = SCRIPT) =>
  storyFacts(parse(script), [{ names, isCharacter }])[0]

const foundIn = (text: string, ...names: string[]) => {
  const found: [string, number][] = []
  nameFinder(names.map((name, key) => ({ key, name })))(text, (key, at) =>
    found.push([names[key] ?? '', at]),
  )
  return found
}

test('a character has the scenes, speeches and words of all its names, and who speaks beside it', () =>
  expect(factsOf(['Mira', 'Mirabel'])).toEqual({
    first: { at: SCRIPT.indexOf('Mira? Will'), scene: 1 },
    scenes: 3,
    lines: 2,
    words: 5,
    company: [
      { name: 'JOSEF', scenes: 2 },
      { name: 'ANNA', scenes: 1 },
    ],
  }))

test('a place is in scenes, and says nothing', () => {
  expect(factsOf(['The pier', 'pier'], false)).toMatchObject({
    first: { at: SCRIPT.indexOf('PIER'), scene: 2 },
    scenes: 2,
    lines: 0,
    company: [],
  })
  expect(factsOf(['Zorro'])).toEqual({ first: null, scenes: 0, lines: 0, words: 0, company: [] })
})

test('a name is whole words, in any letter case; a single one in lower case is a word', () => {
  expect(foundIn("OLD MIRA's boat, mirador, Mirabel", 'Mira', 'old mira')).toEqual([
    ['old mira', 0],
    ['Mira', 4],
  ])
  expect(foundIn('He will. WILL will. Will', 'Will')).toHaveLength(2)
  expect(foundIn('the keeper, the keepers', 'The Keeper')).toEqual([['The Keeper', 0]])
  expect(foundIn('a knife', 'knife')).toHaveLength(1)
  expect(foundIn('ca\u0301fe\u0301 CÁFÉ', 'Cáfé')).toHaveLength(1)
})

test('scripts without spaces between words are searched by character', () =>
  expect(foundIn('夜里米拉点燃了灯。', '米拉')).toEqual([['米拉', 2]]))

test('names of nothing, and texts of nothing, are found nowhere', () => {
  expect(foundIn('a', '', '!!')).toEqual([])
  expect(foundIn('', 'a')).toEqual([])
})
