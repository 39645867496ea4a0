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
const isMet = (whole[0] ?? 0) <= WITHIN.whole && (edits[0] ?? 0) <= WITHIN.edit
print(`${isMet ? 'Met' : 'MISSED'}: ${WITHIN.whole} ms, and ${WITHIN.edit} ms after an edit`)
if (!isMet) process.exitCode = 1
