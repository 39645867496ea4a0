// How many elements an import of a PDF gets right: npm run bench:pdf-import
import { readdirSync, readFileSync } from 'node:fs'
import { importScript } from '../screenplay/formats.ts'
import { layout } from '../screenplay/layout.ts'
import { parse } from '../screenplay/model.ts'
import { elementsRight } from './support/elements-right.ts'
import { lockedPdf, pageStarts } from './support/locked-pdf.ts'
import { longScript } from './support/long-script.ts'
import { type Program, programPdf } from './support/program-pdf.ts'
import { cleanPrograms, productionPrograms } from './support/programs.ts'
import { judge, print } from './support/report.ts'

const folder = new URL('../tests/scripts/', import.meta.url)
const samples = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
const scripts = [...samples, longScript(60)]

/** The share of the elements of all scripts, in percent; wrong ones are printed with `--wrong`. */
async function measure(name: string, program: Program, target: number): Promise<void> {
  const totals = { right: 0, plain: 0, count: 0 }
  for (const script of scripts) {
    const { source, pdf } = await programPdf(script, program)
    const { text } = await importScript(new Uint8Array(pdf), 'script.pdf')
    const { right, count, wrong } = elementsRight(source, text)
    totals.right += right
    totals.count += count
    totals.plain += elementsRight(source, text, false).right
    if (process.argv.includes('--wrong'))
      for (const line of wrong) print(line.replaceAll('\n', '⏎'))
  }
  const share = (100 * totals.right) / totals.count
  const plain = ((100 * totals.plain) / totals.count).toFixed(2)
  judge(name, share, share >= target, `${target} (${plain} without emphasis)`)
}

/** Our own PDFs of the samples, revised, numbered and locked, with the starts of their pages. */
async function measureLocked(): Promise<void> {
  const totals = { right: 0, count: 0, starts: 0, pages: 0 }
  for (const script of samples) {
    const { source, pages, pdf } = await lockedPdf(script)
    const { text } = await importScript(pdf, 'script.pdf')
    const { right, count } = elementsRight(source, text)
    const [was, is] = [pageStarts(pages), pageStarts(layout(parse(text)))]
    totals.right += right
    totals.count += count
    totals.starts += was.filter((start, n) => start === is[n]).length
    totals.pages += Math.max(was.length, is.length)
  }
  const share = (100 * totals.right) / totals.count
  const areSame = share >= 99.5 && totals.starts === totals.pages
  judge('Our own, locked', share, areSame, `99.5, ${totals.starts} of ${totals.pages} page starts`)
}

print('Percent of the elements right, with emphasis')
const only = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
for (const [programs, target] of [
  [cleanPrograms, 99.5],
  [productionPrograms, 99],
] as const) {
  for (const [name, program] of Object.entries(programs)) {
    if (name.includes(only)) await measure(name, program, target)
  }
}
if ('Our own'.includes(only)) await measureLocked()
