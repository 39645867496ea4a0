import { describe, expect, test } from 'vitest'
import { longScript } from '../../../../bench/support/long-script.ts'
import { compareScripts, countChanges } from '../../../../screenplay/changes.ts'
import { rounds, SEED } from '../../../support/rounds.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { faultsIn, kindsOf } from './reading.ts'

const TITLE = 'Title: The Lisbon Job\n\n'
const TRAM = 'INT. TRAM 28 - NIGHT\n\nRain on every window. An empty tram grinds uphill.\n\n'
const BANK = 'INT. BANK - DAY\n\nHe counts the money twice and sighs at the guard.\n\n'
const ROOF = 'EXT. ROOF - DAY\n\nThey jump over the wall and run to the river.\n\n'
const QUAY = 'EXT. QUAY - DAWN\n\nA boat without lights waits for nobody.\n\n'
const SCRIPT = TITLE + TRAM + BANK + ROOF + QUAY

const kinds = (before: string, after: string) => kindsOf(compareScripts(before, after))

describe('each scene is compared with what became of it', () => {
  test('a script without changes has the same scenes, also if lines end differently', () => {
    const same = ['same 0 0', 'same 1 1', 'same 2 2', 'same 3 3', 'same 4 4']
    expect(kinds(SCRIPT, SCRIPT)).toEqual(same)
    expect(kinds(SCRIPT, SCRIPT.replaceAll('\n', '\r\n'))).toEqual(same)
    expect(kinds(SCRIPT, `${SCRIPT.trimEnd()}\n`)).toEqual(same)
  })

  test('changed, added and removed scenes, where they are', () => {
    const after = TITLE + TRAM.replace('Rain', 'Snow') + QUAY.replace('QUAY', 'PIER 9') + ROOF
    expect(kinds(TITLE + TRAM + BANK + ROOF, after)).toEqual([
      'same 0 0',
      'changed 1 1',
      'removed 2 -',
      'added - 2',
      'same 3 3',
    ])
  })

  test('a scene with another heading and similar text was renamed', () => {
    expect(kinds(SCRIPT, SCRIPT.replace('INT. BANK', 'INT. VAULT'))).toContain('changed 2 2')
    expect(
      kinds(SCRIPT, SCRIPT.replace(BANK, 'INT. BAR - DAY\n\nNobody drinks here.\n\n')),
    ).toEqual(['same 0 0', 'same 1 1', 'removed 2 -', 'added - 2', 'same 3 3', 'same 4 4'])
  })

  test('a scene with the same heading in the same place was rewritten, whatever is left of it', () => {
    const rewritten = 'INT. BANK - DAY\n\nSilence. Dust falls.\n\n'
    expect(kinds(SCRIPT, SCRIPT.replace(BANK, rewritten))).toContain('changed 2 2')
    const beside = rewritten + 'EXT. SEA - NIGHT\n\nWaves.\n\n'
    expect(kinds(SCRIPT, SCRIPT.replace(BANK, beside))).toContain('changed 2 2')
    const elsewhere = TITLE + rewritten + TRAM + ROOF + QUAY
    expect(kinds(SCRIPT, elsewhere)).toContain('added - 1')
  })

  test('of several scenes with one heading, the similar ones belong together', () => {
    const day = (text: string) => `INT. BAR - DAY\n\n${text}\n\n`
    const first = 'A glass falls from the counter and breaks on the tiles.'
    const second = 'Mira reads the letter aloud, slowly, to the empty room.'
    const third = 'Two sailors argue about the tide until the lamp goes out.'
    const before = day(first) + day(second) + day(third)
    const after = day(second.replace('slowly', 'quickly')) + day(third.replace('lamp', 'light'))
    expect(kinds(before, after)).toEqual(['removed 1 -', 'changed 2 1', 'changed 3 2'])
    const other = day(second.replace('slowly', 'quickly')) + day('Nobody drinks here any more.')
    expect(kinds(day(first) + day(second), other)).toEqual([
      'removed 1 -',
      'changed 2 1',
      'added - 2',
    ])
  })

  test('the title page and everything else before the first scene has number 0', () => {
    const after = SCRIPT.replace('Lisbon', 'Porto')
    expect(kinds(SCRIPT, after)[0]).toBe('changed 0 0')
    expect(kinds(SCRIPT, SCRIPT.slice(TITLE.length))[0]).toBe('removed 0 -')
    expect(kinds('', SCRIPT)).toEqual([
      'added - 0',
      'added - 1',
      'added - 2',
      'added - 3',
      'added - 4',
    ])
    expect(kinds('', '')).toEqual([])
    expect(kinds('Words.', 'Other words.')).toEqual(['changed 0 0'])
    expect(kinds(TRAM.replace(/.*\n\n/, ''), TRAM)).toEqual(['changed 0 1'])
  })
})

describe('moved scenes', () => {
  test('a scene at another place is moved, with or without changes', () => {
    const moved = TITLE + ROOF + TRAM + BANK + QUAY
    expect(kinds(SCRIPT, moved)).toEqual([
      'same 0 0',
      'moved same 3 1',
      'same 1 2',
      'same 2 3',
      'same 4 4',
    ])
    expect(kinds(SCRIPT, moved.replace('They jump', 'She jumps'))).toContain('moved changed 3 1')
    const rewritten = moved.replace(
      'They jump over the wall',
      'Nobody sees who they are, but two shadows',
    )
    expect(kinds(SCRIPT, rewritten)).toContain('moved changed 3 1')
    const bare = 'EXT. SKY - DAY\n\n'
    expect(kinds(TITLE + TRAM + BANK + bare, TITLE + bare + TRAM + BANK)).toContain(
      'moved same 3 1',
    )
  })

  test('the last scene, without the empty line at its end, is moved unchanged', () => {
    const moved = (TITLE + QUAY + TRAM + BANK + ROOF).trimEnd()
    expect(kinds(SCRIPT.trimEnd(), moved)).toContain('moved same 4 1')
  })

  test('in a shuffled script the fewest possible scenes have moved', () => {
    const [head = '', ...scenes] = longScript(24).split(/^(?=INT|EXT)/m)
    // The last scene gets the same ending as the others, so that moving it does not change its text.
    const parts = scenes.map((scene) => `${scene.trimEnd()}\n\n`)
    const random = randomFrom(SEED)
    for (let round = 0; round < rounds('scene-shuffles'); round += 1) {
      const order = shuffled(parts.length, 1 + Math.floor(random() * 8), random)
      const after = head + order.map((at) => parts[at]).join('')
      const comparison = compareScripts(head + parts.join(''), after, { budget: 60_000 })
      const { movedScenes, changes } = countChanges(comparison)
      expect(changes).toBe(0)
      expect(movedScenes).toBe(order.length - longestRun(order))
      const places = comparison.scenes.map(({ before }) => (before?.number ?? 0) - 1)
      expect(places.filter((at) => at >= 0)).toEqual(order)
    }
  })
})

test.each(sampleScripts)('edited and reordered, %s is whole in the comparison', (_, script) => {
  const scenes = script.split(/^(?=(?:INT|EXT)\.)/m)
  const after = [...scenes.slice(3), ...scenes.slice(0, 3)].join('').replaceAll(/\bthe\b/g, 'a')
  expect(faultsIn(script, after, compareScripts(script, after))).toEqual([])
})

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled(length: number, moves: number, random: () => number): number[] {
  const order = Array.from({ length }, (_, at) => at)
  for (let move = 0; move < moves; move += 1) {
    const [taken = 0] = order.splice(Math.floor(random() * length), 1)
    order.splice(Math.floor(random() * length), 0, taken)
  }
  return order
}

/** The length of the longest increasing subsequence, the slow and obvious way. */
function longestRun(order: readonly number[]): number {
  const ending: number[] = []
  for (const [at, value] of order.entries()) {
    const before = ending.filter((_, n) => (order[n] ?? 0) < value && n < at)
    ending.push(1 + Math.max(0, ...before))
  }
  return Math.max(0, ...ending)
}
