import { expect, test } from 'vitest'
import { layout } from '../../../screenplay/layout.ts'
import { parse, presenceByScene, statistics } from '../../../screenplay/model.ts'

function statisticsOf(source: string) {
  const screenplay = parse(source)
  return statistics(screenplay, layout(screenplay))
}

const source = `Title: Not counted at all

INT. BAR - DAY #1#

Rain. Two *wet* dogs -- and nobody's well-known.

# Not counted

JO
(low)
One two three.

[[nor this]]

ANN (V.O.)
Four.

EXT. NIGHT CLUB - CONTINUOUS

Jo (CONT'D) is not a cue here.

JO (CONT'D)
Five six.
~seven eight

I/E. CAR - NIGHT

@Jo
Nine.

===

.NOWHERE

End.
`

test('scenes are counted by place and time, with their pages', () => {
  const { scenes, sceneList, pages } = statisticsOf(source)
  expect(scenes).toEqual({
    count: 4,
    places: { interior: 1, exterior: 1, both: 1, unknown: 1 },
    times: { day: 2, night: 1, unknown: 1 },
  })
  expect(sceneList[0]).toEqual({
    heading: 'INT. BAR - DAY',
    number: '1',
    place: 'interior',
    time: 'day',
    page: 1,
    line: 3,
  })
  expect(sceneList.map(({ page }) => page)).toEqual([1, 1, 1, 2])
  expect(pages).toBe(2)
})

test('characters have speeches, words and scenes, most words first', () =>
  expect(statisticsOf(source).characters).toEqual([
    { name: 'JO', lines: 3, words: 8, scenes: 3 },
    { name: 'ANN', lines: 1, words: 1, scenes: 1 },
  ]))

test('the words that print count, the others apart, and nine of those without cues are spoken', () => {
  const { words, dialogueShare } = statisticsOf(source)
  // Headings 3 + 4 + 4 + 1, action 8 + 7 + 1, parenthetical 1, dialogue 9.
  expect(dialogueShare).toBeCloseTo(9 / 38)
  // Also the title 5, the scene number 1, cues 1 + 3 + 2 + 1; apart the section 2, the note 2.
  expect(words).toEqual({ printed: 38 + 13, unprinted: 4 })
})

test('an empty script has zero counts', () => {
  expect(statisticsOf('')).toMatchObject({
    words: { printed: 0, unprinted: 0 },
    dialogueShare: 0,
    characters: [],
  })
  expect(statisticsOf('').scenes.count).toBe(0)
})

test('lyrics outside a speech belong to no character', () => {
  const { characters } = statisticsOf('JO\nOne two.\n~three\n\n~four five')
  expect(characters).toEqual([{ name: 'JO', lines: 1, words: 3, scenes: 1 }])
})

test('a scene has those who speak in it, and those whom its action names', () => {
  const scenes = presenceByScene(
    parse(`Ana is above every scene.

INT. TRAM - NIGHT

Rui waits. OLD RUI does not. A rose, and ROSE.

ANA (O.S.)
Rui?

ANA
Rui!

RUI
(to Rose)
Yes.

EXT. STOP - DAY

*Ana* and ruined Rose-Marie. Anabel.

EXT. NOWHERE

@ROSE
No.

OLD RUI
Nor me.
`),
  )
  expect(scenes).toEqual([
    { speaking: ['ANA', 'RUI'], named: ['OLD RUI', 'ROSE'] },
    { speaking: [], named: ['ANA'] },
    { speaking: ['ROSE', 'OLD RUI'], named: [] },
  ])
})

test('nobody is in a script without characters', () => {
  expect(presenceByScene(parse('INT. TRAM - NIGHT\n\nRain.'))).toEqual([
    { speaking: [], named: [] },
  ])
  expect(presenceByScene(parse(''))).toEqual([])
})
