import { expect, test } from 'vitest'
import { openingLines } from '../../../web/features/chat/examples/opening-lines.ts'

test('an example is known by the first lines of its story, without marks', () => {
  const opening = 'Title: Night Tram\nAuthor: Anna\n\n.TRAM #1#\n\nRain.\n*Élise* counts.'
  expect(openingLines(opening)).toEqual({ first: 'TRAM', rest: 'Rain. Élise counts.' })
})

test('an example without a story is known by what it has', () => {
  expect(openingLines('[[Only a note]]')).toEqual({ first: '[[Only a note]]', rest: '' })
  expect(openingLines('Title: Night Tram\nAuthor: Anna')).toEqual({
    first: 'Night Tram',
    rest: 'Anna',
  })
})
