import { assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeAnswer } from '../../../screenplay/judge-answer.ts'
import { longScript } from '../../../bench/long-script.ts'
import { runs } from '../../support/rounds.ts'
import { anyScript } from './any-script.ts'
import { anyText } from './any-text.ts'
import { FORTY, room, rooms } from '../../support/forty-rooms.ts'

const DARKER = 'Make room 3 darker'

function judge(answer: string, over: Partial<Parameters<typeof judgeAnswer>[0]> = {}) {
  return judgeAnswer({ current: FORTY, request: DARKER, answer, finish: 'complete', ...over })
}

describe('an answer may replace the script if', () => {
  const changed = FORTY.replace('The lamp of room 3 flickers', 'No light')

  test.each([
    ['it has all scenes', changed],
    ['scenes were added', `${changed}\n${rooms(3, 41)}`],
    ['scenes were numbered', changed.replaceAll(/(INT\. ROOM (\d+) - NIGHT)/g, '$1 #$2#')],
    ['headings are typed differently', changed.replaceAll('INT. ROOM', 'int  room')],
    ['the time of day changed', changed.replaceAll('- NIGHT', '- DAWN')],
    ['a heading was corrected', changed.replace('INT. ROOM 9 - NIGHT', 'INT. ROOMS 9 - NIGHT')],
    [
      'a heading was replaced above the same text',
      changed.replace('INT. ROOM 9 - NIGHT', 'EXT. ROOF - DAY'),
    ],
    ['scenes were moved', `${rooms(20, 21)}\n${rooms(20)}`],
    [
      'a scene that was mentioned became another one',
      FORTY.replace(room(3), 'EXT. ROOF - DAY\n\nSun.\n'),
    ],
    ['line endings differ', changed.replaceAll('\n', '\r\n')],
  ])('%s', (_, answer) => {
    expect(judge(answer)).toBeNull()
  })

  test('the scenes that are gone were to be removed', () => {
    const without = FORTY.replace(room(3), '').replace(room(4), '')
    expect(judge(without, { request: 'Delete scenes 3 and 4.' })).toBeNull()
    expect(judge(without, { request: 'Please cut scenes 3-4' })).toBeNull()
    expect(judge(FORTY.replace(room(3), ''), { request: 'remove the third scene' })).toBeNull()
    expect(judge(FORTY.replace(room(40), ''), { request: 'Drop the last scene' })).toBeNull()
    expect(judge(FORTY.replace(room(3), ''), { request: 'Remove room 3' })).toBeNull()
    expect(judge(without, { request: 'Delete scene 3.' })).toBe('missing_scenes')
    expect(judge(FORTY.replace(room(3), ''))).toBe('missing_scenes')
  })

  test('a new script was asked for', () => {
    expect(judge(rooms(2, 60), { request: 'Start over with two thieves on a tram.' })).toBeNull()
    expect(judge(rooms(2, 60), { request: 'Rewrite room 3 from scratch' })).toBe('missing_scenes')
  })

  test('the script was empty, and it is a screenplay', () => {
    for (const current of ['', ' \n\n']) {
      expect(judge(room(1), { current })).toBeNull()
      expect(judge('JO\nHi.\n\nANN\nHello.\n', { current })).toBeNull()
      expect(judge('What is it about?', { current })).toBe('conversation')
      expect(judge(room(1), { current, finish: 'cut_off' })).toBe('cut_off')
    }
  })

  test('the script has no scenes, and most of its lines are still there', () => {
    const current = 'A man walks.\n\nHe stops.\n\nHe looks up.\n'
    expect(judge(`${current}\nA bird.`, { current })).toBeNull()
    expect(judge(room(1), { current })).toBe('missing_scenes')
  })
})

describe('an answer is withheld if', () => {
  test.each([
    ['it is one scene of forty', room(3), 'missing_scenes'],
    ['it leaves out a single scene', FORTY.replace(room(17), ''), 'missing_scenes'],
    [
      'it has another room instead',
      FORTY.replaceAll('ROOM 17 ', 'ROOM 77 ').replaceAll('17', '77'),
      'missing_scenes',
    ],
    [
      'a scene is a heading without text',
      FORTY.replace(room(17), 'INT. ROOM 17 - NIGHT\n'),
      'missing_scenes',
    ],
    [
      'it sums up all scenes',
      FORTY.replaceAll(/\n\nThe lamp[^]*?\.\n\nMIRA\n.*\n/g, '\n\nMira.\n'),
      'missing_scenes',
    ],
    ['it is people talking without a scene', 'MIRA\nNo.\n\nJO\nYes.\n', 'missing_scenes'],
    ['it is a question', 'Should the lamp go out, or only flicker?', 'conversation'],
    ['it is a remark with a word in capitals', 'OK\nI will make it darker.', 'conversation'],
    [
      'it is advice',
      'I would cut the dialogue in INT. ROOM 3 and let the lamp die.',
      'conversation',
    ],
    ['it is a refusal', "I'm sorry, but I can't help with that request.", 'refusal'],
    ['it is a short refusal', 'I cannot write this.', 'refusal'],
    ['it is a refusal of a machine', 'As an AI language model, I am not able to do so.', 'refusal'],
    ['it is a refusal in German', 'Es tut mir leid, dabei kann ich nicht helfen.', 'refusal'],
    ['it is empty', ' \n', 'empty'],
  ])('%s', (_, answer, code) => {
    expect(judge(answer)).toBe(code)
  })

  test('the provider did not come to its end, whatever the text is', () => {
    expect(judge(FORTY, { finish: 'cut_off' })).toBe('cut_off')
    expect(judge(FORTY, { finish: 'stopped' })).toBe('stopped')
    expect(judge('INT. ROOM 3', { finish: 'cut_off' })).toBe('cut_off')
  })

  test('scenes share a location, and only one of them is left', () => {
    const current = Array.from({ length: 40 }, (_, at) => room(at, 'INT. KITCHEN - DAY')).join('\n')
    const request = 'Make the kitchen darker'
    expect(judge(room(3, 'INT. KITCHEN - DAY'), { current, request })).toBe('missing_scenes')
    expect(judge(current, { current, request })).toBeNull()
  })

  test('the text before the first scene is gone', () => {
    const opening = 'A voice.\n\nIt counts the boats.\n\nIt stops.\n\n'
    expect(judge(FORTY, { current: opening + FORTY })).toBe('missing_scenes')
    expect(judge(opening + FORTY, { current: opening + FORTY })).toBeNull()
    expect(judge(FORTY, { current: `FADE IN:\n\n${FORTY}` })).toBeNull()
  })
})

test('characters may apologise and refuse', () => {
  expect(judge(`${FORTY}\nMIRA\nI'm sorry, but I can't help with that.\n`)).toBeNull()
})

test('any script may grow by a scene', () => {
  assert(
    property(anyScript, (current) => {
      const answer = `${current}\n\nEXT. ROOF - DAY\n\nSun.\n`
      expect(judge(answer, { current, request: 'Go on' })).toBeNull()
    }),
    runs('answer-judging'),
  )
})

test('no scene of a long script may go unasked', () => {
  const current = longScript(12)
  const scenes = current.split(/(?=^(?:INT|EXT)\. PIER)/m)
  expect(scenes).toHaveLength(13)
  for (const request of ['Make it darker', DARKER]) {
    expect(judge(current, { current, request })).toBeNull()
    for (let at = 1; at < scenes.length; at += 1) {
      const answer = scenes.toSpliced(at, 1).join('')
      expect(judge(answer, { current, request })).toBe('missing_scenes')
    }
  }
})

test('any text is judged', () => {
  assert(
    property(anyText, anyText, anyText, (current, request, answer) => {
      const code = judgeAnswer({ current, request, answer, finish: 'complete' })
      expect([null, 'empty', 'placeholder', 'refusal', 'conversation', 'missing_scenes']).toContain(
        code,
      )
    }),
    runs('answer-judging'),
  )
})
