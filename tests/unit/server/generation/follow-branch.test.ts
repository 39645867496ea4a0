import { array, assert, boolean, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { followSteps, moveRange } from '../../../../server/generation/applying/follow-branch.ts'
import { room } from '../../../support/documents/forty-rooms.ts'
import { runs } from '../../../support/rounds.ts'

const write = (scenes: readonly string[]) => scenes.join('\n')

test('what an answer changed is taken back, and scenes that the writer changed too stay as they are', () => {
  const anyScene = record({ answered: boolean(), typed: boolean() })
  assert(
    property(array(anyScene, { minLength: 1, maxLength: 12 }), (scenes) => {
      const before = scenes.map((_, at) => room(at + 1))
      const after = before.map((text, at) =>
        scenes[at]?.answered ? text.replace(/^The lamp.*$/m, `A candle burns in ${at}.`) : text,
      )
      const now = after.map((text, at) =>
        scenes[at]?.typed ? text.replace(/^(The lamp|A candle)/m, 'Slowly, $1') : text,
      )
      const expected = now.map((text, at) =>
        scenes[at]?.typed || !scenes[at]?.answered ? text : (before[at] ?? ''),
      )
      const step = { from: write(after), to: write(before) }
      const taken = followSteps(write(now), [step])
      expect(taken.text).toBe(write(expected))
      expect(taken.keptLines).toBe(scenes.some(({ answered, typed }) => answered && typed))
      // It returns as it was left.
      const back = followSteps(taken.text, [{ from: taken.text, to: write(now) }])
      expect(back).toEqual({ text: write(now), keptLines: false, isExact: true })
    }),
    runs('branch-texts'),
  )
})

test('what the writer has undone already is not said to be kept', () => {
  const [before, after] = [write([room(1), room(2)]), write([room(1), room(3), room(2)])]
  expect(followSteps(`${before}\nMore.\n`, [{ from: after, to: before }])).toMatchObject({
    text: `${before}\nMore.\n`,
    keptLines: false,
  })
})

test('several changes are taken back one after the other', () => {
  const [a, b, c] = ['One.\n', 'One.\n\nTwo.\n', 'One.\n\nTwo.\n\nThree.\n'] as const
  const steps = [
    { from: c, to: b },
    { from: b, to: a },
  ]
  expect(followSteps(`Zero.\n\n${c}`, steps)).toEqual({
    text: `Zero.\n\n${a}`,
    keptLines: false,
    isExact: false,
  })
  expect(followSteps(c, steps)).toEqual({ text: a, keptLines: false, isExact: true })
})

test('of alternatives, the one in the text is taken back', () => {
  const before = write([room(1), room(2)])
  const [one, other] = ['glows', 'hums'].map((word) => before.replace('flickers', word))
  const step = { from: one ?? '', to: before, others: [other ?? ''] }
  for (const text of [one, other])
    expect(followSteps(`${text}\nMore.\n`, [step])).toMatchObject({
      text: `${before}\nMore.\n`,
      keptLines: false,
    })
})

test('a range is found again in the text without the answer', () => {
  const from = 'Zero.\n\nOne line.\n\nTwo.\n'
  const range = { start: from.indexOf('One'), end: from.indexOf('One') + 'One line.'.length }
  const inText = (to: string) => {
    const { start, end } = moveRange(range, from, to)
    return to.slice(start, end)
  }
  expect(inText(from)).toBe('One line.')
  expect(inText(`Before.\n\n${from}`)).toBe('One line.')
  expect(inText(from.replace('Zero.\n\n', ''))).toBe('One line.')
  expect(inText(from.replace('Two', 'Two and more'))).toBe('One line.')
  expect(inText(from.replace('One line', 'One other, longer line'))).toBe('One other, longer line.')
  expect(inText('')).toBe('')
})
