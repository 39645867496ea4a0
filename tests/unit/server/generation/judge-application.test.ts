import { expect, test } from 'vitest'
import { judgeApplication, type Judged } from '../../../../server/generation/judge-application.ts'
import { FORTY, room, rooms } from '../../../support/forty-rooms.ts'

const judged = (over: Partial<Judged>): Judged => ({
  base: FORTY,
  request: 'Make room 3 darker',
  answer: FORTY.replace('The lamp of room 3', 'No lamp'),
  finish: 'complete',
  ...over,
})
const working = (text: string) => ({ text, text_hash: 'a hash', is_another: false })

test('a merged text is judged against the stored one, not only against that of the request', () => {
  const part = { base: rooms(2, 20), request: 'Remove scene 2', answer: room(20) }
  expect(judgeApplication(judged(part), working(part.base))).toMatchObject({ withheld: null })
  expect(judgeApplication(judged(part), working(FORTY))).toMatchObject({
    withheld: 'missing_scenes',
    newText: null,
  })
})

test('an answer that says the same as the writer meanwhile changes nothing and is not withheld', () => {
  const { answer } = judged({})
  expect(judgeApplication(judged({}), working(answer))).toMatchObject({
    withheld: null,
    newText: null,
    partlyApplied: false,
  })
})

test('a line break that the answer lacks at its end is no change', () => {
  const typed = `${FORTY}\nINT. ATTIC - DAWN\n`
  const answer = judged({}).answer.trimEnd()
  expect(judgeApplication(judged({ answer }), working(typed))).toMatchObject({
    newText: typed.replace('The lamp of room 3', 'No lamp'),
    partlyApplied: false,
  })
})
