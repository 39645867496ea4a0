// How long a PDF takes, and whether that grows with the script alone: npm run bench:pdf
import { layout } from '../screenplay/layout.ts'
import { parse } from '../screenplay/parse.ts'
import { pdfOf } from '../server/documents/pdf.ts'
import { longScript } from './long-script.ts'
import { median } from './median.ts'

const PAGES = 120
const SIZES = [1, 4, 16]
const ROUNDS = 5
const WITHIN = 500

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The processor's milliseconds: the machine has other things to do. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

const scripts = SIZES.map((size) => layout(parse(longScript(PAGES * size * 0.9))))
const [smallest] = scripts
const first = smallest ? await processorTime(() => pdfOf(smallest)) : 0
print(
  `${smallest?.pages.length} pages, the first of a process: ${first.toFixed(0)} ms of the processor`,
)
const times: number[] = []
for (const [index, pages] of scripts.entries()) {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await processorTime(() => pdfOf(pages)))
  const time = median(rounds)
  times.push(time)
  const growth = time / (times[0] ?? time) / (SIZES[index] ?? 1)
  print(`${pages.pages.length} pages: ${time.toFixed(0)} ms, ${growth.toFixed(2)} of linear`)
}
const isMet = (times[0] ?? 0) <= WITHIN
print(`${isMet ? 'Within' : 'NOT within'} ${WITHIN} ms`)
if (!isMet) process.exitCode = 1
