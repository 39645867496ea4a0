import { describe, expect, test } from 'vitest'
import { merge } from '../../../screenplay/changes.ts'
import { anyLines, anyEdits } from './generators/edited-text.ts'
import { forAny } from '../../support/any-input.ts'
import { casesOf } from '../cases.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'
const linesOf = (text: string) => text.split('\n')

/** The merged text with the given side chosen in every conflict. */
function taking(side: 'mine' | 'theirs', { text, conflicts }: ReturnType<typeof merge>): string {
  return conflicts.reduceRight(
    (whole, conflict) =>
      whole.slice(0, conflict.start) + conflict[side] + whole.slice(conflict.end),
    text,
  )
}

describe('edits that do not overlap are both applied', () => {
  test.each(casesOf`
    of lines far apart │ "ONE\ntwo\nthree\nfour\nfive\n" │ "one\ntwo\nthree\nfour\nFIVE\n" │ "ONE\ntwo\nthree\nfour\nFIVE\n"
    of neighbouring lines │ "one\nTWO\nthree\nfour\nfive\n" │ "one\ntwo\nTHREE\nfour\nfive\n" │ "one\nTWO\nTHREE\nfour\nfive\n"
    before and in a line │ "one\nnew\ntwo\nthree\nfour\nfive\n" │ "one\nTWO\nthree\nfour\nfive\n" │ "one\nnew\nTWO\nthree\nfour\nfive\n"
    in and behind a line │ "one\ntwo\nnew\nthree\nfour\nfive\n" │ "one\nTWO\nthree\nfour\nfive\n" │ "one\nTWO\nnew\nthree\nfour\nfive\n"
    behind deleted lines │ "one\nfour\nfive\n" │ "one\ntwo\nthree\nnew\nfour\nfive\n" │ "one\nnew\nfour\nfive\n"
    at both ends │ "zero\none\ntwo\nthree\nfour\nfive\n" │ one\ntwo\nthree\nfour\nfive\nsix │ zero\none\ntwo\nthree\nfour\nfive\nsix
    one of them a line ending │ "one\r\ntwo\nthree\nfour\nfive\n" │ one\ntwo\nthree\nfour\nfive │ one\r\ntwo\nthree\nfour\nfive
  `)('%s', (_, mine, theirs, merged) => {
    expect(merge(BASE, mine, theirs)).toEqual({ text: merged, conflicts: [] })
    expect(merge(BASE, theirs, mine)).toEqual({ text: merged, conflicts: [] })
  })
})

describe('equal edits of both sides are applied once', () => {
  test('alone, or beside others', () => {
    const both = BASE.replace('three', 'III')
    expect(merge(BASE, both, both)).toEqual({ text: both, conflicts: [] })
    expect(merge(BASE, both.replace('one', 'I'), both.replace('five', 'V'))).toEqual({
      text: 'I\ntwo\nIII\nfour\nV\n',
      conflicts: [],
    })
  })

  test('also if one side added more to them', () =>
    expect(merge(BASE, `${BASE}six\n`, `${BASE}six\nseven\n`)).toEqual({
      text: `${BASE}six\nseven\n`,
      conflicts: [],
    }))
})

describe('edits that overlap are conflicts with both texts', () => {
  test('the merged text has mine', () => {
    const mine = BASE.replace('three', 'mine')
    const { text, conflicts } = merge(BASE, mine, BASE.replace('three', 'theirs'))
    expect(text).toBe(mine)
    expect(conflicts).toEqual([
      { start: 8, end: 13, base: 'three\n', mine: 'mine\n', theirs: 'theirs\n' },
    ])
  })

  test('a line changed in a part that the other side deleted', () => {
    const merged = merge(BASE, 'one\nfive\n', BASE.replace('three', 'III'))
    expect(merged.conflicts).toMatchObject([{ mine: '', theirs: 'two\nIII\nfour\n' }])
    expect(taking('theirs', merged)).toBe(BASE.replace('three', 'III'))
  })

  test('different lines added at the same place, without those that are equal', () => {
    const merged = merge(BASE, `${BASE}same\nmine\nend`, `${BASE}same\ntheirs\nend`)
    expect(merged.conflicts).toMatchObject([{ base: '', mine: 'mine\n', theirs: 'theirs\n' }])
    expect(merged.text).toBe(`${BASE}same\nmine\nend`)
  })

  test('a line added behind a last line whose line break was removed', () => {
    const merged = merge('a\nb\n', 'a\nB', 'a\nb\nc\n')
    expect(merged.conflicts).toMatchObject([{ mine: 'B', theirs: 'b\nc\n' }])
  })

  test('others beside them are merged', () => {
    const mine = BASE.replace('one', 'I').replace('three', 'mine')
    const theirs = BASE.replace('five', 'V').replace('three', 'theirs')
    const merged = merge(BASE, mine, theirs)
    expect(taking('theirs', merged)).toBe('I\ntwo\ntheirs\nfour\nV\n')
    expect(taking('mine', merged)).toBe('I\ntwo\nmine\nfour\nV\n')
  })
})

test(
  'a side that changed nothing gets the text of the other, byte for byte',
  forAny('text-merging', anyLines, anyLines, (base, other) => {
    expect(merge(base, base, other)).toEqual({ text: other, conflicts: [] })
    expect(merge(base, other, base)).toEqual({ text: other, conflicts: [] })
    expect(merge(base, other, other)).toEqual({ text: other, conflicts: [] })
  }),
)

test(
  'any two edits lose no line and invent none, and which side is which makes no difference',
  forAny('text-merging', anyEdits, ({ base, mine, theirs }) => {
    const merged = merge(base, mine, theirs)
    const known = new Set([base, mine, theirs].flatMap(linesOf))
    const taken = (['mine', 'theirs'] as const).flatMap((side) => linesOf(taking(side, merged)))
    expect(taken.filter((line) => !known.has(line))).toEqual([])
    const typed = [mine, theirs].flatMap(linesOf).filter((line) => !linesOf(base).includes(line))
    expect(typed.filter((line) => !taken.includes(line))).toEqual([])
    const other = merge(base, theirs, mine)
    expect(taking('mine', other)).toBe(taking('theirs', merged))
    expect(taking('theirs', other)).toBe(taking('mine', merged))
    const bases = ({ conflicts }: typeof merged) => conflicts.map(({ base: was }) => was)
    expect(bases(other)).toEqual(bases(merged))
  }),
)

test(
  'edits in different halves of a text never conflict',
  forAny('text-merging', anyEdits, anyEdits, (first, second) => {
    const middle = '\nthe only line of this kind\n'
    const whole = (a: string, b: string) => a + middle + b
    const merged = merge(
      whole(first.base, second.base),
      whole(first.mine, second.base),
      whole(first.base, second.theirs),
    )
    expect(merged).toEqual({ text: whole(first.mine, second.theirs), conflicts: [] })
  }),
)

test('a text may have more lines than a call may have arguments', () => {
  const mine = 'm\n'.repeat(200_000)
  const { text, conflicts } = merge('b\n', mine, 't\n'.repeat(200_000))
  expect(text === mine).toBe(true)
  expect(conflicts).toHaveLength(1)
})
