import { expect, test } from 'vitest'
import { Seam } from '../../../../server/generation/work/join-continuation.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'

/** Joins a continuation in pieces of a few letters; all that was shown must add up to the text. */
function join(before: string, continuation: string): { text: string; shown: string } {
  const seam = new Seam(before)
  let shown = before
  for (const [piece] of continuation.matchAll(/[^]{1,7}/g)) shown += seam.add(piece)
  shown += seam.end()
  return { text: seam.text, shown }
}

const SIX = rooms(6)
/** Cut off in the middle of a word: "The lamp of ro". */
const CUT = SIX.slice(0, SIX.indexOf('om 4 flickers'))
const REST = SIX.slice(CUT.length)

test.each([
  ['goes on in the middle of a word', REST],
  ['repeats the word', `ro${REST}`],
  ['repeats the line', `The lamp of ro${REST}`],
  ['repeats the line after an empty one', `\n\nThe lamp of ro${REST}`],
  ['repeats the last scenes', SIX.slice(SIX.indexOf('INT. ROOM 2'))],
  ['repeats the whole answer', SIX],
])('a continuation that %s makes the answer whole', (_, continuation) =>
  expect(join(CUT, continuation)).toEqual({ text: SIX, shown: SIX }),
)

test('a short continuation is joined at its end', () => {
  expect(join('She says no', 'thing.').text).toBe('She says nothing.')
  expect(join('The lamp of ro', 'The lamp of room 1.').text).toBe('The lamp of room 1.')
  expect(join('He goes', ' home.').text).toBe('He goes home.')
})

test('there is one empty line where both have it', () => {
  expect(join('He goes.\n\n', '\n\nINT. ROOM').text).toBe('He goes.\n\nINT. ROOM')
  expect(join('He goes.\n', '\nINT. ROOM').text).toBe('He goes.\n\nINT. ROOM')
  expect(join('He goes.', '\n\nINT. ROOM').text).toBe('He goes.\n\nINT. ROOM')
})

test('a letter that happens to be the last one of the answer is kept', () => {
  expect(join('They agre', 'ed.').text).toBe('They agreed.')
  expect(join('The lamp of ro', 'om 4.').text).toBe('The lamp of room 4.')
})

test('an answer that begins again and goes on differently replaces the first one', () => {
  const other = SIX.replace('bed 3', 'floor 3')
  const { text, shown } = join(CUT, other)
  expect(text).toBe(other)
  expect(shown).toHaveLength(other.length)
})

test('a passage that occurs twice in the script is kept twice', () => {
  const before = `${SIX}\n`
  const again = `${SIX.slice(SIX.indexOf('INT. ROOM 2'), SIX.indexOf('INT. ROOM 5'))}The end.\n`
  expect(join(before, again).text).toBe(before + again)
})

test('a new answer is shown as it comes', () => {
  const seam = new Seam('')
  expect(seam.add('INT')).toBe('INT')
  expect(seam.add('. ROOM')).toBe('. ROOM')
  expect([seam.end(), seam.text]).toEqual(['', 'INT. ROOM'])
})
