import { expect, test } from 'vitest'
import { judgeAnswer } from '../../../../screenplay/judge-answer.ts'
import { tidy } from '../../../../screenplay/tidy.ts'
import { compose } from '../../../../server/demo-writer/compose.ts'

const FIRST = compose('A heist on the last tram of the night', '')

test.each([
  'Go on',
  'Make it shorter',
  'Make it darker',
  'Set it at night',
  'Rename Anna to Eva',
  'Delete the last scene',
  'Add a scene in a bar',
  'Write a new script about a dog',
  'A happy ending',
])("the demo's answer to '%s' becomes the script", (request) => {
  for (const current of ['', FIRST]) {
    const answer = tidy(compose(request, current)).text
    expect(judgeAnswer({ current, request, answer, finish: 'complete' })).toBeNull()
  }
})
