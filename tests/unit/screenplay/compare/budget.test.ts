import { expect, test } from 'vitest'
import { longScript } from '../../../../bench/support/long-script.ts'
import { compareScripts, type Comparison } from '../../../../screenplay/changes.ts'
import { faultsIn } from './reading.ts'

const BEFORE = longScript(20)
const AFTER = BEFORE.replaceAll('harbour', 'port').replaceAll('somebody counts', 'nobody has')

/** The characters in changed parts. */
const changed = ({ scenes }: Comparison): number =>
  scenes
    .flatMap(({ parts }) => parts.filter(({ isEqual }) => !isEqual))
    .reduce((sum, { after }) => sum + after.end - after.start, 0)

/** A clock that advances by a millisecond each time it is read. */
function ticking(): () => number {
  let time = 0
  return () => (time += 1)
}

test('with less time the changes get larger, from words to lines to whole scenes', () => {
  const compared = [10_000, 60, 0].map((budget) => {
    const comparison = compareScripts(BEFORE, AFTER, { budget, now: ticking() })
    expect(faultsIn(BEFORE, AFTER, comparison)).toEqual([])
    return comparison
  })
  const [words = 0, lines = 0, scenes = 0] = compared.map(changed)
  expect(compared.map(({ isCoarse }) => isCoarse)).toEqual([false, true, true])
  expect(lines).toBeGreaterThan(words * 2)
  expect(scenes).toBeGreaterThan(lines)
})

test('lines that take longer to read than there is time are replaced as a whole', () => {
  const before = 'a long line '.repeat(50_000)
  const after = before.replaceAll('long', 'short')
  const comparison = compareScripts(before, after, { budget: 100, now: () => 0 })
  expect(comparison.isCoarse).toBe(true)
  expect(changed(comparison)).toBe(after.length)
})

/** CPU time in ms, because on a busy machine wall-clock time passes without any work being done. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const LINES = 100_000
const SCENES = 20_000
const lines = Array.from({ length: LINES }, (_, n) => `line ${n}`)
const word = (n: number) => (n * 7_919).toString(36)
const words = Array.from({ length: 350_000 }, (_, n) => word(n))

test.each([
  ['identical lines', 'the same line\n'.repeat(LINES), 'the same line\n'.repeat(LINES - 1)],
  [
    'identical lines, every tenth of them removed or changed',
    'the same line\n'.repeat(LINES),
    Array.from({ length: LINES }, (_, n) => (n % 10 ? 'the same line' : 'another')).join('\n'),
  ],
  ['one line of 2 MB', words.join(' '), words.map((w, n) => (n % 5 ? w : 'other')).join(' ')],
  ['one word of 2 MB', 'a'.repeat(2_000_000), `${'a'.repeat(1_000_000)}b${'a'.repeat(1_000_000)}`],
  ['2 MB of dots', '.'.repeat(2_000_000), '.!'.repeat(1_000_000)],
  ['lines in reverse order', lines.join('\n'), lines.toReversed().join('\n')],
  [
    'scenes with one heading, each of them rewritten',
    lines
      .slice(0, SCENES)
      .map((line) => `INT. BAR\n\n${line}\n\n`)
      .join(''),
    lines
      .slice(0, SCENES)
      .map((line) => `INT. BAR\n\nother ${line}\n\n`)
      .join(''),
  ],
  [
    'scenes with nothing but the same heading',
    'INT. BAR\n\n'.repeat(SCENES),
    'INT. BAR\n\nEXT. BAR\n\n'.repeat(SCENES / 2),
  ],
])('the budget is kept, apart from reading the texts: %s', (_, before, after) => {
  const start = processorTime()
  const comparison = compareScripts(before, after, { budget: 400, now: processorTime })
  expect(processorTime() - start).toBeLessThan(1_600)
  expect(faultsIn(before, after, comparison)).toEqual([])
})
