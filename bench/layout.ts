// Time to parse and paginate a script, and whether it is linear: npm run bench:layout
import { layout, relayout } from '../screenplay/layout.ts'
import { parse, reparse } from '../screenplay/model.ts'
import { cpuTime, medianTime } from './support/cpu-time.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'
import { print } from './support/report.ts'
import { simpleWrap } from './support/simple-wrap.ts'

/** 200 KB, and up to 3 MB. */
const PAGES = 137
const SIZES = [1, 4, 16]
const ROUNDS = 9
const WARM_UP = 40
const WITHIN = { whole: 60, edit: 10 }
/**
 * Parse and layout as a multiple of a simple wrap of the same text: 5 before there was a page setup, which may cost
 * 1.3 times as much.
 */
const FLOORS_WITHIN = 5 * 1.3
const WRAPS = 4
const ACTION_CELLS = 61

const medianOf = (work: () => unknown) => medianTime(ROUNDS, work)

/** Inserts a word somewhere in the middle. */
function edited(source: string, round: number): string {
  const at = source.indexOf('. ', Math.floor((source.length * (round + 1)) / (ROUNDS + 2)))
  return `${source.slice(0, at)} again${source.slice(at)}`
}

const sources = SIZES.map((size) => longScript(PAGES * size))
const [source = ''] = sources
const first = cpuTime(() => layout(parse(source)))
for (let round = 0; round < WARM_UP; round += 1) {
  layout(parse(source))
  simpleWrap(source, ACTION_CELLS)
}
/** Both are measured in turn, so that other load slows both down. */
const floors = Array.from({ length: ROUNDS }, () => {
  const ours = cpuTime(() => layout(parse(source)))
  const floor = cpuTime(() => {
    for (let wrap = 0; wrap < WRAPS; wrap += 1) simpleWrap(source, ACTION_CELLS)
  })
  return { floor: floor / WRAPS, ratio: (ours * WRAPS) / floor }
})
const whole = sources.map((text) => medianOf(() => layout(parse(text))))
const parsed = sources.map((text) => parse(text))
const alone = parsed.map((script) => medianOf(() => layout(script)))
const edits = parsed.map((script) => {
  const before = layout(script)
  const changes = Array.from({ length: ROUNDS }, (_, round) =>
    reparse(script, edited(script.source, round)),
  )
  return median(changes.map((change) => cpuTime(() => relayout(before, change))))
})

/** Short lines in one paragraph, plain and with a span each: many lines for little text. */
const SHORT_LINES = new Map([
  ['plain', 'ab\n'],
  ['italic', '*a*\n'],
])
const CHARACTERS = [50_000, 200_000, 800_000]
const SHORT_ROUNDS = 3
/** Time per character at the largest size, relative to the smallest. */
const LINEAR_WITHIN = 1.5

const shortLines = Array.from(SHORT_LINES, ([name, unit]) => {
  const times = CHARACTERS.map((count) => {
    const script = parse(unit.repeat(count / unit.length))
    return medianTime(SHORT_ROUNDS, () => layout(script))
  })
  const perCharacter = times.map((time, index) => time / (CHARACTERS[index] ?? 1))
  return { name, times, growth: perCharacter.map((cost) => cost / (perCharacter[0] ?? cost)) }
})

const pages = layout(parse(source)).pages.length
print(`A script of ${pages} pages, ${(source.length / 1024).toFixed(0)} KB; CPU time.`)
print(`parse + layout, first in the process: ${first.toFixed(1)} ms`)
for (const [index, size] of SIZES.entries()) {
  const row = (times: number[]) => {
    const time = times[index] ?? Number.NaN
    return `${time.toFixed(1)} ms (${(time / (times[0] ?? time) / size).toFixed(2)} times linear)`
  }
  print(`${size}x: parse + layout ${row(whole)}, layout ${row(alone)}, after an edit ${row(edits)}`)
}
for (const { name, times, growth } of shortLines) {
  const figures = CHARACTERS.map((count, index) => {
    const ratio = `${growth[index]?.toFixed(2)} times as much per character`
    return `${count / 1000}k ${times[index]?.toFixed(0)} ms (${ratio})`
  })
  print(`short ${name} lines: ${figures.join(', ')}`)
}
const perSize = whole.map((time, index) => time / (SIZES[index] ?? 1))
const growths = [perSize, ...shortLines.map(({ growth }) => growth)]
const isLinear = growths.every((growth) => (growth.at(-1) ?? 0) <= LINEAR_WITHIN * (growth[0] ?? 0))
const ratio = median(floors.map((each) => each.ratio))
const floor = median(floors.map((each) => each.floor))
print(
  `parse + layout takes ${ratio.toFixed(1)} times a simple wrap of the text (${floor.toFixed(1)} ms)`,
)

const isMet = (whole[0] ?? 0) <= WITHIN.whole && (edits[0] ?? 0) <= WITHIN.edit
const goals = [
  { isMet: isLinear, goal: `at most ${LINEAR_WITHIN} times as much per character` },
  { isMet, goal: `${WITHIN.whole} ms, and ${WITHIN.edit} ms after an edit` },
  { isMet: ratio <= FLOORS_WITHIN, goal: `at most ${FLOORS_WITHIN} times a simple wrap` },
]
for (const each of goals) print(`${each.isMet ? 'Met' : 'MISSED'}: ${each.goal}`)
if (!goals.every((each) => each.isMet)) process.exitCode = 1
