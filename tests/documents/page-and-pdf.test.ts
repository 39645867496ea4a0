import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { layout, type Pages, relayout } from '../../screenplay/layout.ts'
import { parse, reparse } from '../../screenplay/model.ts'
import { pdfOf } from '../../server/documents/pdf.ts'
import { type PrintedWord, wordsOfPdf } from '../support/documents/printed-words.ts'
import { rounds, ROUNDS_TIMEOUT, SEED } from '../support/rounds.ts'
import { sampleScripts } from '../support/documents/sample-scripts.ts'
import { inMultiCamera } from '../unit/screenplay/generators/any-page-setup.ts'
import { bareRows, type Row, sourceRows } from '../unit/screenplay/generators/page-rows.ts'

const EDITS = 170
const CLOSE = 0.05

const anyEdit = fc.record({
  at: fc.nat(),
  removed: fc.constantFrom(0, 0, 0, 1, 1, 12, 60),
  inserted: fc.oneof(
    fc.constantFrom('a', ' ', '. ', '\n', '\n\n', '*', '_', '  \n', '\t', ' -- ', 'Straße'),
    fc.constantFrom(' [[a note]] ', ' /* cut\n\n */ ', '\n\n# Part\n\n', '\n\n= In short\n\n'),
    fc.constantFrom(
      '\n\nINT. SHED - DAY #7#\n\n',
      '\n\n===\n\n',
      '\n\n> THE END <\n\n',
      '\n\n~La la\n',
      '\n\n  \n\n',
    ),
    fc.constantFrom('\n\nANN\n(low)\nYes, *yes*.\n\nBO ^\nNo.\n\n', 'Rain falls. '.repeat(30)),
  ),
})

/** The script after edits, laid out incrementally as while typing. */
function edited(source: string, seed: number): Pages {
  let pages = layout(parse(source))
  for (const { at, removed, inserted } of fc.sample(anyEdit, { numRuns: EDITS, seed })) {
    const text = pages.screenplay.source
    const start = at % (text.length + 1)
    const now = text.slice(0, start) + inserted + text.slice(start + removed)
    pages = relayout(pages, reparse(pages.screenplay, now))
  }
  return pages
}

const rowOf = ({ top }: PrintedWord) => Math.round(top * 6) - 6
const placeOf = ({ page, row }: { page: number; row: number }) => page * 1000 + row

/** Removes the scene number from both margins. */
function withoutNumbers(words: PrintedWord[]): PrintedWord[] {
  const isNumbered = words.length > 2 && (words[0]?.left ?? 2) < 1.4
  return isNumbered ? words.slice(1, -1) : words
}

/** The rows of a PDF, without page numbers. */
function printedRows(words: readonly PrintedWord[], titles: number): Row[] {
  const rows = Map.groupBy(
    words
      .filter((word) => word.page > titles && rowOf(word) >= -1)
      .toSorted((one, other) => one.left - other.left),
    (word) => placeOf({ page: word.page - titles, row: rowOf(word) }),
  )
  return [...rows.values()].map((row) => {
    const { page = 0 } = row[0] ?? {}
    const text = withoutNumbers(row)
      .map((word) => word.text)
      .join('')
    const [first] = withoutNumbers(row)
    return { page: page - titles, row: first ? rowOf(first) : 0, text, left: first?.left }
  })
}

/** Merges both sides of a dual dialogue into one row, and sorts the rows. */
function byPlace(rows: readonly Row[]): Row[] {
  const merged = [...Map.groupBy(rows, placeOf).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, text: first.text + more.map(({ text }) => text).join('') }] : [],
  )
  return merged.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Rows that do not begin where the page shows them. */
function shifted(rows: readonly Row[], printed: readonly Row[]): Row[] {
  const places = new Map(printed.map((row) => [placeOf(row), row]))
  return rows.filter((row) => {
    const left = places.get(placeOf(row))?.left
    return row.left !== undefined && Math.abs((left ?? 0) - row.left) > CLOSE
  })
}

const runs = Array.from({ length: rounds('page-and-pdf') }, (_, round) => SEED + round)

const multiCamera = sampleScripts
  .slice(0, 1)
  .map(([name, source]) => [`${name}, multi-camera`, inMultiCamera(source)] as const)

test.each([...sampleScripts, ...multiCamera])(
  '%s, edited: each row is where the PDF has it',
  { timeout: ROUNDS_TIMEOUT },
  async (_name, source) => {
    for (const seed of runs) {
      const pages = edited(source, seed)
      const words = await wordsOfPdf(await pdfOf(pages))
      const printed = printedRows(words, pages.titlePages.length)
      const rows = byPlace(sourceRows(pages))
      expect(bareRows(rows)).toEqual(bareRows(byPlace(printed)))
      expect(shifted(rows, printed)).toEqual([])
    }
  },
)
