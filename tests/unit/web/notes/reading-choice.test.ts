import { expect, test } from 'vitest'
import { choiceOf, selectionIn } from '../../../../web/features/notes/reading-choice.ts'

const PIER = 'EXT. PIER - DAY\n\nBoats.\n\n'
const HOUSE = 'INT. HOUSE - NIGHT\n\nNobody is here.\n\n'
const SEA = 'EXT. SEA - DAWN\n\nThe light goes out.\n\n'
const TEXT = PIER + HOUSE + SEA

const scenesIn = (text: string) =>
  [...text.matchAll(/^(?:INT|EXT)\. .*$/gm)].map(({ index, 0: heading }, place) => ({
    number: String(place + 1),
    heading,
    start: index,
  }))
const edge = (words: string) => ({ at: TEXT.indexOf(words), words })
const goOn = (scope: Parameters<typeof choiceOf>[0]['scope'], text: string) =>
  choiceOf({ reader: 'producer', scope }, scenesIn(text), text)

const scenes = {
  kind: 'scenes' as const,
  from: edge('INT. HOUSE - NIGHT'),
  to: edge('EXT. SEA - DAWN'),
}
const selection = { kind: 'selection' as const, from: edge('Nobody'), to: edge('The light goes') }

test('a reading goes on with the same scenes, also behind new ones', () => {
  const same = { reader: 'producer', what: 'scenes' }
  expect(goOn(scenes, TEXT)).toMatchObject({ ...same, from: 2, to: 3 })
  expect(goOn(scenes, PIER + TEXT)).toMatchObject({ ...same, from: 3, to: 4 })
  expect(goOn(scenes, HOUSE + SEA)).toMatchObject({ ...same, from: 1, to: 2 })
})

test('scenes with other headings by now are those at their places', () => {
  const renamed = TEXT.replaceAll('INT. HOUSE - NIGHT', 'INT. COTTAGE - NIGHT')
  expect(goOn(scenes, renamed)).toMatchObject({ what: 'scenes', from: 2, to: 3 })
})

test('a reading goes on with the same selection where it is by now', () => {
  const moved = `${PIER}${TEXT.replace('here', 'there')}`
  expect(goOn(selection, moved)).toMatchObject({ what: 'selection', selection })
  const { start = 0, end = 0 } = selectionIn(selection, moved) ?? {}
  expect(moved.slice(start, end)).toBe('Nobody is there.\n\nEXT. SEA - DAWN\n\nThe light goes')
})

test('a selection that begins in another way by now keeps its end, and one that is gone is not chosen', () => {
  const begun = TEXT.replace('Nobody', 'No one')
  const { end = 0 } = selectionIn(selection, begun) ?? {}
  expect(begun.slice(0, end)).toMatch(/The light goes$/)
  expect(goOn(selection, PIER)).toMatchObject({ what: 'whole', selection: null })
})
