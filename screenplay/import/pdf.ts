import { ImportFailure } from './failure.ts'
import { type Imported } from './imported.ts'
import { importRows } from './indented.ts'
import type { Row, Segment } from './indents/rows.ts'

const MAX_PAGES = 1000
const MAX_MILLISECONDS = 20_000
const MAX_ITEMS = 500_000
const POINTS_PER_INCH = 72
/** Courier at 12 points. */
const CELL = 7.2
const LINE = 12
/** A wider gap separates segments of a line. */
const GAP = 3.5 * CELL
const TOP_MARGIN = 1

/** A text item of PDF.js; marked content has no text. */
type TextItem = { str?: string; transform?: number[]; width?: number }
type Word = { text: string; x: number; y: number; end: number }
type Line = { y: number; words: Word[] }

/** Imports a PDF by the positions of its text. PDF.js detaches the buffer. */
export async function importPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Imported> {
  const { getDocumentProxy } = await import('unpdf')
  const deadline = performance.now() + MAX_MILLISECONDS
  let paperWidth = 8.5
  const rows: Row[] = []
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 })
    try {
      if (document.numPages > MAX_PAGES) throw new ImportFailure('too-large')
      let itemCount = 0
      for (let n = 1; n <= document.numPages; n += 1) {
        if (performance.now() > deadline || itemCount > MAX_ITEMS)
          throw new ImportFailure('too-large')
        const page = await document.getPage(n)
        const [x0 = 0, , x1 = 612, top = 792] = page.view
        const { items } = await page.getTextContent()
        itemCount += items.length
        if (n === 1) paperWidth = (x1 - x0) / POINTS_PER_INCH
        rows.push(...rowsOf(linesOf(items as TextItem[]), x0, top))
        page.cleanup()
      }
    } finally {
      await document.loadingTask.destroy()
    }
  } catch (error) {
    if (error instanceof ImportFailure) throw error
    const needsPassword = error instanceof Error && error.name === 'PasswordException'
    throw new ImportFailure(needsPassword ? 'password-protected' : 'damaged')
  }
  if (rows.length === 0) throw new ImportFailure('no-text')
  return importRows(rows, paperWidth)
}

/** Groups text items by their height on the page, top to bottom. */
function linesOf(items: readonly TextItem[]): Line[] {
  const words = items.flatMap(({ str = '', transform, width = 0 }): Word[] => {
    const [, slope = 0, , , x = 0, y = 0] = transform ?? []
    // Rotated text is a watermark.
    return str === '' || slope !== 0 ? [] : [{ text: str, x, y, end: x + width }]
  })
  const lines: Line[] = []
  for (const word of words.toSorted((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (last && last.y - word.y < LINE / 3) last.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines.filter((line) => line.words.some(({ text }) => text.trim() !== ''))
}

function rowsOf(lines: readonly Line[], x0: number, top: number): Row[] {
  let above = top - TOP_MARGIN * POINTS_PER_INCH
  return lines.map(({ y, words }, n) => {
    const rows = Math.max(1, Math.round((above - y) / LINE))
    above = y
    const segments = segmentsOf(
      words.toSorted((a, b) => a.x - b.x),
      x0,
    )
    return { segments, blank: rows - 1, startsPage: n === 0 }
  })
}

function segmentsOf(words: readonly Word[], x0: number): Segment[] {
  const segments: Segment[] = []
  let end = Number.NEGATIVE_INFINITY
  let isSpaced = false
  for (const word of words) {
    if (word.text.trim() === '') {
      isSpaced = true
      continue
    }
    const last = segments.at(-1)
    const gap = word.x - end
    const right = (word.end - x0) / POINTS_PER_INCH
    if (!last || gap > GAP) {
      segments.push({ text: word.text, left: (word.x - x0) / POINTS_PER_INCH, right })
    } else {
      const spaces = isSpaced || gap > CELL / 2 ? Math.max(1, Math.round(gap / CELL)) : 0
      last.text += ' '.repeat(spaces) + word.text
      last.right = right
    }
    end = word.end
    isSpaced = false
  }
  for (const segment of segments) segment.text = segment.text.trim()
  return segments
}
