// Time to parse and paginate a script, and whether it is linear: npm run bench:layout
import { layout, relayout } from '../screenplay/layout.ts'
import { parse, reparse } from '../screenplay/parse.ts'
import { longScript } from './long-script.ts'
import { median } from './median.ts'

const PAGES = 120
const SIZES = [1, 4, 16]
const ROUNDS = 9
const WITHIN = { whole: 60, edit: 10 }

const print = (line: string) => process.stdout.write(`${line}\n`)

/** CPU time in ms, to be independent of other load. */
function cpuTime(work: () => unknown): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

const medianOf = (work: () => unknown) =>
  median(Array.from({ length: ROUNDS }, () => cpuTime(work)))

/** Inserts a word somewhere in the middle. */
function edited(source: string, round: number): string {
  const at = source.indexOf('. ', Math.floor((source.length * (round + 1)) / (ROUNDS + 2)))
  return `${source.slice(0, at)} again${source.slice(at)}`
}

const sources = SIZES.map((size) => longScript(PAGES * size))
const [source = ''] = sources
const first = cpuTime(() => layout(parse(source)))
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
    const rounds = Array.from({ length: SHORT_ROUNDS }, () => cpuTime(() => layout(script)))
    return median(rounds)
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
const isLinear = shortLines.every(({ growth }) => (growth.at(-1) ?? 0) <= LINEAR_WITHIN)
print(`${isLinear ? 'Met' : 'MISSED'}: at most ${LINEAR_WITHIN} times as much per character`)
const isMet = (whole[0] ?? 0) <= WITHIN.whole && (edits[0] ?? 0) <= WITHIN.edit
print(`${isMet ? 'Met' : 'MISSED'}: ${WITHIN.whole} ms, and ${WITHIN.edit} ms after an edit`)
if (!isMet || !isLinear) process.exitCode = 1
