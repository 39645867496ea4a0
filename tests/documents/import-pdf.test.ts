import { beforeAll, describe, expect, it } from 'vitest'
import { elementsRight } from '../../bench/support/elements-right.ts'
import { importScript } from '../../screenplay/formats.ts'
import { layout } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { pdfOf } from '../../server/documents/pdf.ts'
import { printedScript } from '../support/documents/printed-script.ts'
import { printedByOffice } from '../support/documents/printed-words.ts'
import { sampleScripts } from '../support/documents/sample-scripts.ts'

/** The printed words, and the types that survive printing. */
const shown = (source: string) =>
  printedScript(source, {
    emphasis: false,
    pageBreaks: false,
    typedCapitals: false,
    continued: false,
  })

let byOffice: Map<string, Uint8Array>

beforeAll(async () => {
  byOffice = await printedByOffice(sampleScripts.map(([, source]) => source))
})

const printers = {
  LibreOffice: (source: string) => byOffice.get(source) ?? new Uint8Array(),
  ourselves: (source: string) => pdfOf(layout(parse(source))),
}

/** LibreOffice breaks lines in the fonts of the machine, which need not be as wide as Courier. */
const MAX_WRONG = { LibreOffice: 6, ourselves: 3 }

const cases = sampleScripts.flatMap(([name, source]) =>
  (['LibreOffice', 'ourselves'] as const).map((printer) => [name, printer, source] as const),
)

describe.each(cases)('%s printed by %s', (_name, printer, source) => {
  let read: Awaited<ReturnType<typeof importScript>>
  beforeAll(async () => {
    read = await importScript(await printers[printer](source), 'script.pdf')
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

  it('is imported element by element with its emphasis, except for a few lines', () => {
    expect(elementsRight(source, read.text).wrong.length).toBeLessThanOrEqual(MAX_WRONG[printer])
  })

  it('is imported with its title', () => {
    const { values = [] } = parse(source).titlePage.find(({ key }) => key === 'Title') ?? {}
    expect(read.title).toBe(values.join(' ').replaceAll(/[*_]/g, ''))
  })
})
