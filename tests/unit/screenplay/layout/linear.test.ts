import { expect, test } from 'vitest'
import { layout } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { leastCpuTime } from '../../../support/cpu-time.ts'

const CHARACTERS = 48_000
const scriptOf = (unit: string) => unit.repeat(CHARACTERS / unit.length)

/** Each of these once took quadratic time. */
const SHAPES = new Map([
  ['short lines in italics', '*a*\n'],
  ['short underlined lines', '_a_\n'],
  ['characters without width', '\u200b\u0301'],
])

test.each([...SHAPES])('%s are laid out about as fast as plain lines', (_, unit) => {
  const time = (enough: number, text: string) => leastCpuTime(enough, () => layout(parse(text)))
  const limit = 20 * time(30, scriptOf('abc\n'))
  expect(time(limit, scriptOf(unit))).toBeLessThan(limit)
})

test('a continued cue is cut at the edge of the paper, however long the name is', () => {
  const { pages } = layout(parse(`@${'Anna '.repeat(2_000)}\n${'Yes. '.repeat(4_000)}`))
  const continued = pages.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'continued'))
  const lengths = continued.map(({ spans }) => spans.map(({ text }) => text).join('').length)
  expect(pages.length).toBeGreaterThan(10)
  expect(Math.max(...lengths)).toBeLessThan(80)
})
