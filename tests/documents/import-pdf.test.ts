import { beforeAll, describe, expect, it } from 'vitest'
import { docxOf } from '../../screenplay/export-docx.ts'
import { importScript } from '../../screenplay/import-script.ts'
import { layout } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/parse.ts'
import { pdfOf } from '../../server/documents/pdf.ts'
import { courierPrime } from '../support/courier-prime.ts'
import { printedScript } from '../support/printed-script.ts'
import { pdfOfDocx } from '../support/printed-words.ts'
import { sampleScripts } from '../support/sample-scripts.ts'

/** The printed words, and the types that survive printing. */
const shown = (source: string) =>
  printedScript(source, { emphasis: false, pageBreaks: false, typedCapitals: false })

const printers = {
  LibreOffice: async (source: string) =>
    pdfOfDocx(await docxOf(parse(source), { fonts: await courierPrime() })),
  ourselves: async (source: string) => pdfOf(layout(parse(source))),
}

const cases = sampleScripts.flatMap(([name, source]) =>
  Object.entries(printers).map(([printer, print]) => [name, printer, source, print] as const),
)

describe.each(cases)('%s printed by %s', (_name, _printer, source, print) => {
  let read: Awaited<ReturnType<typeof importScript>>
  beforeAll(async () => {
    read = await importScript(await print(source), 'script.pdf')
  })

  it('is imported word for word', () => {
    const words = (lines: string[]) =>
      lines
        .map((line) => line.replace(/^.*?: /, ''))
        .join(' ')
        .split(/\s+/)
    expect(words(shown(read.text))).toEqual(words(shown(source)))
  })

  it('is imported with its cues and dual dialogue', () => {
    const names = (lines: string[]) => lines.filter((line) => line.startsWith('character'))
    expect(names(shown(read.text))).toEqual(names(shown(source)))
  })

  it('is imported with its title', () => {
    const { values = [] } = parse(source).titlePage.find(({ key }) => key === 'Title') ?? {}
    expect(read.title).toBe(values.join(' ').replaceAll(/[*_]/g, ''))
  })
})
