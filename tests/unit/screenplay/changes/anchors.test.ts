import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTE_SEARCH_CHARACTERS } from '../../../../contract/limits.ts'
import {
  anchorsIn,
  applySplices,
  followAnchors,
  type Splice,
  type TextStep,
} from '../../../../screenplay/changes.ts'

const note = (quote: string, start: number, revision: number | null = 1) => ({
  revision,
  quote,
  start,
  end: start + quote.length,
})

const splicesStep = (revision: number, splices: readonly Splice[]): TextStep => ({
  revision,
  splices: splices.flatMap(({ start, end, text }) => [start, end, text.length]),
})

describe('stored places', () => {
  const text = 'one two three two'

  test('are followed from the text of each', () => {
    const steps = [
      splicesStep(1, [{ start: 0, end: 0, text: 'A ' }]),
      splicesStep(1, [{ start: 0, end: 2, text: 'BB ' }]),
      splicesStep(4, [{ start: 3, end: 3, text: 'C ' }]),
    ]
    const now = `BB C ${text}`
    const placed = anchorsIn([note('two', 4), note('two', 7, 3), note('two', 9, 5)], steps, now)
    expect(placed.map(({ start, end }) => now.slice(start, end))).toEqual(['two', 'two', 'two'])
    expect(placed.map(({ start }) => start)).toEqual([9, 9, 9])
  })

  test('are the nearest with their words if it is not known what has changed', () => {
    const placed = (quote: string, start: number, held: string | null = null) =>
      anchorsIn([{ ...note(quote, start, null), held }], [], text)[0]
    expect(placed('two', 5)).toMatchObject({ start: 4, end: 7, held: null })
    expect(placed('two', 12)).toMatchObject({ start: 14, end: 17 })
    expect(placed('too', 12, 'three')).toMatchObject({ start: 8, end: 13, held: 'three' })
    expect(placed('two', 12, 'gone')).toMatchObject({ start: 14, end: 17, held: null })
    expect(placed('four', 99)).toMatchObject({ start: 17, end: 17 })
  })

  test('stay where pieces stay that both texts have once, in the same order', () => {
    // Three pieces of four units, of which the second is replaced and the last moved to the front.
    const before = [1, 4, 2, 4, 3, 4, 4, 4]
    const after = [4, 4, 1, 4, 5, 6, 3, 4]
    const now = 'MOVEaaaabbbXbbcccc'
    const notes = [note('aa', 1), note('bb', 6), note('cc', 10), note('OV', 13)]
    const placed = anchorsIn(notes, [{ revision: 1, before, after, texts: {} }], now)
    expect(placed.map(({ start }) => start)).toEqual([5, 9, 16, 1])
  })

  test('stay on what is left of the words in a piece whose text is known', () => {
    const texts = { 2: 'One\nThe old clock\n', 3: 'Zero\nOne\nThe clock\n' }
    const step = { revision: 1, before: [1, 4, 2, 18], after: [1, 4, 3, 19], texts }
    const now = `aaa\n${texts[3]}`
    const placed = anchorsIn([note('The old clock', 8)], [step], now)
    expect(placed[0]).toMatchObject({ start: 13, end: 22, held: 'The clock' })
  })
})

const WORDS = ['a', 'bc', '\n', 'aa', 'b c']
const change = fc.array(fc.tuple(fc.nat(20), fc.nat(4), fc.constantFrom(...WORDS, '')), {
  maxLength: 3,
})

function splicesFor(text: string, made: [number, number, string][]): Splice[] {
  const list: Splice[] = []
  for (const [at, length, inserted] of made.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(Math.min(at, text.length), list.at(-1)?.end ?? 0)
    list.push({ start, end: Math.min(start + length, text.length), text: inserted })
  }
  return list
}

test('several steps lead each character to where they lead it one by one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 12 }),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      (first, all) => {
        let text = first.join('')
        const anchors = Array.from({ length: text.length }, (_, at) => note(text.charAt(at), at))
        let characters = Array.from({ length: text.length }, (_, at) => at)
        const steps = all.map((made, n) => {
          const splices = splicesFor(text, made)
          for (const { start, end, text: inserted } of splices.toReversed())
            characters = [
              ...characters.slice(0, start),
              ...Array.from({ length: inserted.length }, () => -1),
              ...characters.slice(end),
            ]
          text = applySplices(text, splices)
          return splicesStep(n + 1, splices)
        })
        const wrong = anchorsIn(anchors, steps, text).filter(({ start, end }, at) => {
          const place = characters.indexOf(at)
          // One that was deleted is gone, or at a letter like it that was written since.
          if (place === -1) return end > start && characters[start] !== -1
          return start !== place || end !== place + 1
        })
        expect(wrong).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

test('however many have lost their words, they are looked for as long as that takes a moment', () => {
  const anchors = Array.from({ length: 5_000 }, () => ({ ...note('zz', 0), end: 0 }))
  const text = `${'a '.repeat(100_000)}zz${'a '.repeat(100_000)}`
  const start = performance.now()
  const placed = followAnchors(anchors, [{ start: 0, end: 0, text }], (from, to) =>
    text.slice(from, to),
  )
  expect(performance.now() - start).toBeLessThan(2_000)
  const found = placed.filter(({ start: from, end }) => end > from).length
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(NOTE_SEARCH_CHARACTERS / text.length + 1)
})

test('five thousand notes and as many changes as are kept are read in a moment', () => {
  const text = 'Some words of a script. '.repeat(20_000)
  const anchors = Array.from({ length: 5_000 }, (_, n) => note('words', n * 24 + 5, n % 500))
  const steps = Array.from({ length: 500 }, (_, n): TextStep => {
    const at = (n * 7919) % text.length
    return { revision: n, splices: [at, at, 1, at + 5, at + 6, 0] }
  })
  anchorsIn(anchors.slice(0, 100), steps, text)
  const start = performance.now()
  expect(anchorsIn(anchors, steps, text)).toHaveLength(5_000)
  expect(performance.now() - start).toBeLessThan(1_000)
})
