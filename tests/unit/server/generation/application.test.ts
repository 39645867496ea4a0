import { expect, test } from 'vitest'
import {
  applicationOf,
  type Judged,
  outcomeOf,
} from '../../../../server/generation/applying/application.ts'
import { FORTY, room } from '../../../support/documents/forty-rooms.ts'

const judged = (over: Partial<Judged>): Judged => ({
  base: FORTY,
  request: 'Make room 3 darker',
  answer: FORTY.replace('The lamp of room 3', 'No lamp'),
  finish: 'complete',
  mode: 'change',
  target: null,
  alternatives: null,
  ...over,
})
const applied = (over: Partial<Judged>, text: string) => {
  const asked = judged(over)
  return applicationOf(asked, outcomeOf(asked), {
    text,
    text_hash: 'a hash',
    is_another: false,
    replaced: null,
  })
}

test('an answer that says the same as the writer meanwhile changes nothing and is not withheld', () =>
  expect(applied({}, judged({}).answer)).toMatchObject({
    withheld: null,
    newText: null,
    partlyApplied: false,
  }))

test('a line break that the answer lacks at its end is no change', () => {
  const typed = `${FORTY}\nINT. ATTIC - DAWN\n`
  expect(applied({ answer: judged({}).answer.trimEnd() }, typed)).toMatchObject({
    newText: typed.replace('The lamp of room 3', 'No lamp'),
    partlyApplied: false,
  })
})

test('scenes that the answer does not contain stay, also those that only the stored text has', () => {
  const answer = room(3).replace('The lamp of room 3', 'No lamp')
  const typed = `${FORTY}\n${room(41)}`
  expect(applied({ answer }, typed)).toMatchObject({
    newText: typed.replace('The lamp of room 3', 'No lamp'),
  })
})

test('the alternatives are moved to where the scene is now', () => {
  const versions = ['Fog.', 'Ice.'].map((words) => `INT. ROOM 3 - NIGHT\n\n${words}\n`)
  const answer = versions.map((text) => `<scene id="3">\n${text}</scene>`).join('\n')
  const typed = `${room(0)}\n${FORTY}`
  const [first = '', second = ''] = versions
  expect(applied({ answer, alternatives: 2 }, typed)).toMatchObject({
    newText: typed.replace(room(3), first),
    otherTexts: [typed.replace(room(3), second)],
  })
})

test('a line typed at the end of a scene that the answer rewrites keeps that scene', () => {
  const typed = FORTY.replace('number 3.\n', 'number 3.\n\nMy own line.\n')
  const answer = '<scene id="3">\nINT. ROOM 3 - NIGHT\n\nFog.\n</scene>'
  expect(applied({ answer }, typed)).toMatchObject({ withheld: 'overlap', newText: null })
})
