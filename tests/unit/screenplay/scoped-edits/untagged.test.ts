import { expect, test } from 'vitest'
import { longScript } from '../../../../bench/support/long-script.ts'
import { FORTY, room, rooms } from '../../../support/documents/forty-rooms.ts'
import { apply, textAfter } from './apply.ts'

const script = FORTY
const request = 'Make room 3 darker'
const darker = FORTY.replace('The lamp of room 3 flickers', 'No light')

test.each([
  ['a line differs', darker],
  ['scenes were numbered', darker.replaceAll(/(INT\. ROOM (\d+) - NIGHT)/g, '$1 #$2#')],
  ['headings are typed differently', darker.replaceAll('INT. ROOM', 'int  room')],
  ['the time of day changed', darker.replaceAll('- NIGHT', '- DAWN')],
  ['a heading was corrected', darker.replace('INT. ROOM 9 - NIGHT', 'INT. ROOMS 9 - NIGHT')],
  [
    'another heading stands above the same text',
    darker.replace('INT. ROOM 9 - NIGHT', 'EXT. ROOF'),
  ],
  ['scenes were added', `${darker}\n${rooms(3, 41)}`],
])('a whole script without tags is found again if %s', (_, answer) =>
  expect(textAfter(answer, { script, request })).toBe(answer),
)

test('a scene that is missing from the answer stays', () => {
  expect(textAfter(darker.replace(room(17), ''), { script, request })).toBe(darker)
  expect(textAfter(darker.replace(room(17), 'INT. ROOM 17 - NIGHT\n'), { script, request })).toBe(
    darker,
  )
  expect(apply(FORTY.replace(room(17), ''), { script, request: 'Delete scene 17' })).toMatchObject({
    kind: 'unchanged',
  })
})

test('a scene in another place stays where it was', () =>
  expect(apply(`${rooms(20, 21)}\n${rooms(20)}`, { script })).toMatchObject({ reason: 'same' }))

test('a whole script that sums up its scenes changes nothing', () => {
  const summary = FORTY.replaceAll(/\n\nThe lamp[^]*?\.\n\nMIRA\n.*\n/g, '\n\nMira.\n')
  expect(apply(summary, { script, request })).toMatchObject({ fault: 'placeholder' })
  expect(apply(room(3).replace(/The lamp[^]*/, 'Dark.'), { script, request }).kind).toBe('changed')
})

test('characters may apologise and refuse', () => {
  const answer = `${FORTY}\nMIRA\nI'm sorry, but I can't help with that.\n`
  expect(textAfter(answer, { script })).toBe(answer)
})

test('no scene of a long script can go unasked', () => {
  const long = longScript(12)
  const scenes = long.split(/(?=^(?:INT|EXT)\. PIER)/m)
  expect(scenes).toHaveLength(13)
  for (let at = 1; at < scenes.length; at += 1) {
    const answer = scenes.toSpliced(at, 1).join('')
    expect(apply(answer, { script: long })).toMatchObject({ kind: 'unchanged', reason: 'same' })
  }
})
