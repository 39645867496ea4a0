import { expect, test } from 'vitest'
import { layout } from '../../../screenplay/layout.ts'
import { parse } from '../../../screenplay/parse.ts'

/** The least CPU time of a few rounds, in ms. */
function cpuTime(text: string): number {
  const rounds = Array.from({ length: 2 }, () => {
    const started = process.cpuUsage()
    layout(parse(text))
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  return Math.min(...rounds)
}

const CHARACTERS = 48_000
const scriptOf = (unit: string) => unit.repeat(CHARACTERS / unit.length)

/** Each of them once took time that grew with the square of its length. */
const SHAPES = new Map([
  ['short lines in italics', '*a*\n'],
  ['short underlined lines', '_a_\n'],
  ['characters without width', '\u200b\u0301'],
])

test.each([...SHAPES])('%s are laid out about as fast as plain lines', (_, unit) => {
  const plain = cpuTime(scriptOf('abc\n'))
  expect(cpuTime(scriptOf(unit)) / plain).toBeLessThan(20)
})

test('a continued cue is cut at the edge of the paper, however long the name is', () => {
  const { pages } = layout(parse(`@${'Anna '.repeat(2_000)}\n${'Yes. '.repeat(4_000)}`))
  const continued = pages.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'continued'))
  const lengths = continued.map(({ spans }) => spans.map(({ text }) => text).join('').length)
  expect(pages.length).toBeGreaterThan(10)
  expect(Math.max(...lengths)).toBeLessThan(80)
})
