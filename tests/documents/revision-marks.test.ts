import { expect, test } from 'vitest'
import { layout, lineText } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { revisedRanges, revisedRows, revisionLabel } from '../../screenplay/changes.ts'
import { pdfOf } from '../../server/documents/pdf.ts'
import { type PrintedWord, wordsOfPdf } from '../support/documents/printed-words.ts'
import { sampleScripts } from '../support/documents/sample-scripts.ts'

const LABEL = revisionLabel({ set: 'goldenrod', date: '2026-11-16' })

const rowOf = ({ top }: PrintedWord) => Math.round((top - 1) * 6)

test.each(sampleScripts)('%s is printed with its revision marks', async (_, script) => {
  const after = script.replaceAll(/\b(?:window|door|table)\b/g, 'ZEBRA')
  const pages = layout(parse(after))
  const rows = revisedRows(pages, revisedRanges(script, pages.screenplay))
  const words = await wordsOfPdf(await pdfOf(pages, { revision: { label: LABEL, rows } }))
  const titles = pages.titlePages.length

  const marks = words.filter(({ text, left }) => text === '*' && left > 7.5)
  const found = marks.map((mark) => `${mark.page - titles}: ${rowOf(mark)}`)
  const expected = pages.pages.flatMap(({ number, lines }) =>
    lines.filter((line) => lineText(line).includes('ZEBRA')).map(({ row }) => `${number}: ${row}`),
  )
  expect(found).toEqual([...new Set(expected)])
  for (const { left } of marks) expect(left).toBeCloseTo(7.75, 1)

  const headers = Map.groupBy(
    words.filter(({ top, left, page }) => page > titles && top < 0.7 && left < 6),
    ({ page }) => page - titles,
  )
  expect([...headers.keys()]).toEqual([...rows.keys()])
  for (const header of headers.values()) {
    expect(header.map(({ text }) => text).join(' ')).toBe('Goldenrod Rev. 11/16/2026')
    expect(header[0]?.left).toBeCloseTo(1.5, 1)
  }
})
