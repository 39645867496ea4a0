import { describe, expect, test } from 'vitest'
import { changeSet, changesBetween, docOf } from '../../../../web/features/document/text/changes.ts'
import { followRange } from '../../../../web/features/document/scope/follow-range.ts'

const scene = (name: string) => `INT. ${name} - DAY\n\n${name} is quiet.\n\n`
const [hall, kitchen, attic] = ['HALL', 'KITCHEN', 'ATTIC'].map(scene) as [string, string, string]
const before = hall + kitchen + attic
const range = { start: hall.length, end: hall.length + kitchen.length }

/** The text in the kitchen's range after the change. */
function followed(after: string, from = range, text = before): string | null {
  const [was, now] = [docOf(text), docOf(after)]
  const found = followRange(from, was, changesBetween(was, now), now)
  return found && after.slice(found.start, found.end)
}

describe('a part of a text that is changed', () => {
  test('stays what it was when the text around it changes', () => {
    expect(followed(before)).toBe(kitchen)
    expect(followed(before.replace('HALL is', 'The HALL is not'))).toBe(kitchen)
    expect(followed(hall + scene('CELLAR') + kitchen + attic)).toBe(kitchen)
    expect(followed(hall + kitchen + scene('CELLAR') + attic)).toBe(kitchen)
    expect(followed(kitchen + attic)).toBe(kitchen)
  })

  test('has what is written in it, from its first letter on', () => {
    expect(followed(before.replace('KITCHEN is quiet.', 'KITCHEN burns.'))).toBe(
      kitchen.replace('is quiet', 'burns'),
    )
    expect(followed(`${hall}.${kitchen}${attic}`)).toBe(`.${kitchen}`)
    expect(followed(hall + scene('BAR') + attic)).toBe(scene('BAR'))
  })

  test('has what is appended to it at the end of the text', () => {
    const last = { start: hall.length, end: hall.length + kitchen.length }
    const text = hall + kitchen
    expect(followed(`${text}A door slams.\n`, last, text)).toBe(`${kitchen}A door slams.\n`)
  })

  test('is not taken for one of several others with its text', () => {
    const text = 'JOHN\nHi.\nJOHN\nHo.\nJOHN\n'
    expect(followed(text.replace('JOHN', 'JANE'), { start: 0, end: 5 }, text)).toBe('JANE\n')
  })

  test('has its last words replaced, and not the lines that are added above it', () => {
    const text = 'one two three'
    const changes = changeSet([{ start: 4, end: 7, text: 'TWO!' }], text.length)
    const found = followRange({ start: 0, end: 7 }, docOf(text), changes, docOf('one TWO! three'))
    expect(found).toEqual({ start: 0, end: 8 })
    const loud = kitchen.replace('quiet', 'loud')
    const added = scene('CELLAR')
    const start = { start: hall.length, end: hall.length, text: added }
    const word = before.indexOf('quiet', hall.length)
    const both = [start, { start: word, end: word + 5, text: 'loud' }]
    const now = hall + added + loud + attic
    expect(followRange(range, docOf(before), changeSet(both, before.length), docOf(now))).toEqual({
      start: hall.length + added.length,
      end: now.length - attic.length,
    })
  })

  test('is found where it was moved to', () => {
    expect(followed(kitchen + hall + attic)).toBe(kitchen)
    expect(followed(hall + attic + kitchen)).toBe(kitchen)
  })

  test('keeps what certainly belongs to it when a change crosses its border', () => {
    const joined = before.replace('.\n\nINT. KITCHEN - DAY\n\nKITCHEN', ', and so')
    expect(followed(joined)).toBe(' is quiet.\n\n')
    const cut = before.replace('is quiet.\n\nINT. ATTIC - DAY\n\nATTIC', 'hums, and so')
    expect(followed(cut)).toBe('INT. KITCHEN - DAY\n\nKITCHEN ')
  })

  test('is gone when it was deleted or replaced together with more', () => {
    expect(followed(hall + attic)).toBeNull()
    expect(followed('')).toBeNull()
    expect(followed('EXT. SEA - NIGHT\n\nNothing else.\n')).toBeNull()
  })
})

test('random changes elsewhere never move a part to other text', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const scenes = Array.from({ length: 12 }, (_, index) => scene(`ROOM ${index}`))
  const mine = 'INT. MINE - DAY\n\nThis is the part that was chosen.\n\n'
  for (let round = 0; round < 200; round += 1) {
    const others = scenes.slice(0, 3 + random(9))
    const at = random(others.length)
    const text = others.toSpliced(at, 0, mine).join('')
    const start = text.indexOf(mine)
    const changed = others.flatMap(
      (one) => [[one], [], [one.replace('is', 'was')], [one, `${one}More.\n\n`]][random(4)] ?? [],
    )
    const place = random(changed.length + 1)
    const after = changed.toSpliced(place, 0, mine).join('')
    expect(followed(after, { start, end: start + mine.length }, text)).toBe(mine)
  }
})
