// Cost of parsing, comparing and merging a script, and whether it is linear: npm run bench:screenplay
import { merge } from '../screenplay/merge.ts'
import { parse, reparse } from '../screenplay/parse.ts'
import { splices } from '../screenplay/splices.ts'
import { tidy } from '../screenplay/tidy.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'

const RUNS = 15
const SIZE = 200_000
const CHUNK = 40
/** Streaming the whole text would take minutes, so only this many chunks are measured. */
const CHUNKS = 500

function time(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function medianOf(runs: number, work: (run: number) => void): number {
  return median(Array.from({ length: runs }, (_, run) => time(() => work(run))))
}

function scriptOf(size: number): string {
  let pages = 1
  while (longScript(pages).length < size) pages *= 2
  return longScript(pages).slice(0, size)
}

function streaming(text: string): number {
  let grown = text.slice(0, -CHUNK * CHUNKS)
  let screenplay = parse(grown)
  return medianOf(CHUNKS, () => {
    grown += text.slice(grown.length, grown.length + CHUNK)
    screenplay = reparse(screenplay, grown)
  })
}

const first = scriptOf(SIZE)
const cold = time(() => parse(first))
const rows = [1, 4, 16].map((times) => {
  const text = scriptOf(SIZE * times)
  const screenplay = parse(text)
  const changed = (ending: string) => text.replaceAll(ending, `9${ending}`)
  const edits = Array.from({ length: 50 }, (_, run) => {
    const at = text.indexOf('. ', Math.floor((text.length / 52) * (run + 1)))
    return text.slice(0, at) + ', '.repeat((run % 3) + 1) + text.slice(at)
  })
  return {
    text: `${(text.length / 1000).toFixed(0)} KB`,
    parse: medianOf(RUNS, () => parse(text)),
    'one edited line': medianOf(edits.length, (run) => reparse(screenplay, edits[run] ?? text)),
    'one more chunk': streaming(text),
    tidy: medianOf(RUNS, () => tidy(text)),
    'splices of one edit': medianOf(edits.length, (run) => splices(text, edits[run] ?? text)),
    'merge two edits': medianOf(RUNS, (run) =>
      merge(text, edits[run] ?? text, edits.at(-1) ?? text),
    ),
    'merge many edits': medianOf(RUNS, () => merge(text, changed('7 '), changed('2 '))),
  }
})

process.stdout.write(`first script in the process, before JIT: ${cold.toFixed(1)} ms\n`)
for (const { text, ...costs } of rows) {
  const figures = Object.entries(costs).map(([what, cost]) => `${what} ${cost.toFixed(3)} ms`)
  process.stdout.write(`${text}: ${figures.join(', ')}\n`)
}
