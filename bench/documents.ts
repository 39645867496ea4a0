// Time of the Word export, and whether it is linear in the script: npm run bench:documents
import { docxOf } from '../screenplay/export-docx.ts'
import { parse } from '../screenplay/parse.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'

const PAGES = 120
const SIZES = [1, 4, 16]
const ROUNDS = 3
const WITHIN = Number(process.env['DOCX_WITHIN'] ?? 1000)

const print = (line: string) => process.stdout.write(`${line}\n`)

async function timeOf(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}

const scripts = SIZES.map((size) => parse(longScript(PAGES * size)))
const started = performance.now()
await docxOf(scripts[0]!)
const first = performance.now() - started
print(`.docx of ${PAGES} pages, first in the process: ${first.toFixed(0)} ms (target ${WITHIN} ms)`)

const times = []
for (const script of scripts) times.push(await timeOf(() => docxOf(script)))
for (const [n, size] of SIZES.entries()) {
  const growth = times[n]! / times[0]! / size
  print(`.docx, ${size}x: ${times[n]!.toFixed(0)} ms, ${growth.toFixed(2)} times linear`)
}
if (first > WITHIN) process.exitCode = 1
