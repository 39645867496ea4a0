import { beforeAll, describe, expect, it } from 'vitest'
import { layout } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { distance, placed, scriptWords } from '../support/documents/expected-places.ts'
import {
  fontsOfPdf,
  printedByOffice,
  type PrintedWord,
  wordsOfPdf,
} from '../support/documents/printed-words.ts'
import { sampleScripts } from '../support/documents/sample-scripts.ts'

const CLOSE = 0.05
const LINE = 1 / 6

let pdfs: Map<string, Uint8Array>

beforeAll(async () => {
  pdfs = await printedByOffice(sampleScripts.map(([, source]) => source))
})

async function printed(source: string) {
  const words = await wordsOfPdf(pdfs.get(source) ?? new Uint8Array())
  const titles = layout(parse(source)).titlePages.length
  return words
    .filter(({ page }) => page > titles)
    .map((word) => Object.assign(word, { page: word.page - titles }))
}

describe.each(sampleScripts)('%s printed from its Word document', (_name, source) => {
  let words: PrintedWord[]
  beforeAll(async () => {
    words = await printed(source)
  })

  it('has every word, each line within 0.05 inch of its position', () => {
    const script = scriptWords(words)
    const astray = placed(source, script).flatMap((found) =>
      found.lines
        .filter((_line, n) => distance(found, n) > CLOSE)
        .map(([word]) => `${found.element.type} at ${word!.left.toFixed(2)}: ${word!.text}`),
    )
    expect(astray).toEqual([])
  })

  it('has the standard blank lines between its elements', () => {
    const script = scriptWords(words)
    const all = placed(source, script)
    const wrong = all.flatMap(({ element, lines, blankLines }, n) => {
      const before = all[n - 1]
      const last = before?.lines.at(-1)?.[0]
      const first = lines[0]![0]!
      if (!last || last.page !== first.page || before.element.dual || element.dual) return []
      const rows = (first.top - last.top) / LINE
      return Math.abs(rows - blankLines - 1) < 0.3 ? [] : [`${rows.toFixed(2)}: ${first.text}`]
    })
    expect(wrong).toEqual([])
  })

  it('has at most 54 lines per page, and page numbers from the second page on', () => {
    const script = words
    const lowest = Math.max(...script.map(({ top }) => top))
    expect(lowest).toBeLessThan(1 + 54 * LINE)
    const numbers = script.filter(({ top }) => top < 0.9)
    const pages = Math.max(...script.map(({ page }) => page))
    expect(numbers.map(({ text }) => text)).toEqual(
      Array.from({ length: pages - 1 }, (_, n) => `${n + 2}.`),
    )
    expect(numbers.filter(({ right }) => Math.abs(right - 7.25) > CLOSE)).toEqual([])
  })
})

it('is printed in its embedded font on a machine that does not have it', async () => {
  const source = 'INT. TRAM - NIGHT\n\nRain, *again*.'
  // Printed in a run of its own, since LibreOffice keeps the fonts of documents it has opened.
  const alone = await printedByOffice([source])
  const fonts = await fontsOfPdf(alone.get(source) ?? new Uint8Array())
  expect(fonts.toSorted()).toEqual(['CourierPrime-Italic', 'CourierPrime-Regular'])
})
