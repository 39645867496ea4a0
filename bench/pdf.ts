// Time of the PDF export, and whether it is linear in the script: npm run bench:pdf
import { layout } from '../screenplay/layout.ts'
import { parse } from '../screenplay/model.ts'
import { pdfOf } from '../server/documents/pdf.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'
import { print } from './support/report.ts'

const PAGES = 120
const SIZES = [1, 4, 16]
const ROUNDS = 5
const WITHIN = 500

/** CPU time in ms, to be independent of other load. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

const scripts = SIZES.map((size) => layout(parse(longScript(PAGES * size * 0.9))))
const [smallest] = scripts
const first = smallest ? await cpuTime(() => pdfOf(smallest)) : 0
print(`${smallest?.pages.length} pages, first in the process: ${first.toFixed(0)} ms of CPU time`)
const times: number[] = []
for (const [index, pages] of scripts.entries()) {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await cpuTime(() => pdfOf(pages)))
  const time = median(rounds)
  times.push(time)
  const growth = time / (times[0] ?? time) / (SIZES[index] ?? 1)
  print(`${pages.pages.length} pages: ${time.toFixed(0)} ms, ${growth.toFixed(2)} times linear`)
}

/** One paragraph of short lines, each with a span: many lines for little text. */
const CHARACTERS = [50_000, 200_000, 800_000]
const perCharacter: number[] = []
for (const count of CHARACTERS) {
  const text = '*a*\n'.repeat(count / 4)
  const rounds: number[] = []
  for (let round = 0; round < 3; round += 1)
    rounds.push(await cpuTime(() => pdfOf(layout(parse(text)))))
  const time = median(rounds)
  perCharacter.push(time / count)
  const growth = (time / count / (perCharacter[0] ?? 1)).toFixed(2)
  print(
    `short lines, ${count / 1000}k characters: parse, layout and PDF ${time.toFixed(0)} ms, ${growth} times as much per character`,
  )
}
const isMet = (times[0] ?? 0) <= WITHIN
print(`${isMet ? 'Met' : 'MISSED'}: ${WITHIN} ms`)
if (!isMet) process.exitCode = 1
