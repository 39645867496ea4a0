import { plainSpan, type Row, PAGE_START } from '../text/rows.ts'
import { PRODUCTION_LOCK_KEY, type TitleEntry } from '../../model/elements.ts'
import { LOCK_INFO } from './own-pdf.ts'
import { type PageArea, type PageLine, linesOf, pageRows, wordsOf } from './lines.ts'
import { ImportFailure, MAX_IMPORT_PAGES } from '../failure.ts'
import type { Imported } from '../imported.ts'
import { importRows } from '../text/indented.ts'
import { PageReader } from './page-reader.ts'
import { withoutRunningLines } from './running-lines.ts'

const styles = ['bold', 'italic', 'underline'] as const
/** The share of the text from which on a style is that of the script. */
const MOST = 0.9

/** Without a style that most of the text has: a script that is printed in bold has no emphasis. */
function withoutCommonStyle(rows: readonly Row[]): Row[] {
  const spans = rows.flatMap(({ segments }) => segments.flatMap((segment) => segment.spans ?? []))
  const lengthOf = (all: typeof spans) => all.reduce((sum, { text }) => sum + text.length, 0)
  const all = lengthOf(spans)
  const kept = styles.filter((style) => lengthOf(spans.filter((span) => span[style])) <= MOST * all)
  if (kept.length === styles.length) return [...rows]
  return rows.map((row) => ({
    ...row,
    segments: row.segments.map((segment) => ({
      ...segment,
      ...(segment.spans && { spans: segment.spans.map((span) => plainSpan(span, kept)) }),
    })),
  }))
}

const known = /^(?:scene numbers|pages)(?:, (?:scene numbers|pages))*$/

type Metadata = { info: object }

/** What is locked in a PDF of our own, as an entry of the title page. */
function locksIn({ info }: Metadata): Pick<TitleEntry, 'key' | 'values'> | undefined {
  const custom = 'Custom' in info && typeof info.Custom === 'object' ? info.Custom : undefined
  const value = new Map<string, unknown>(Object.entries(custom ?? {})).get(LOCK_INFO)
  if (typeof value !== 'string' || !known.test(value)) return undefined
  return { key: PRODUCTION_LOCK_KEY, values: [value] }
}

/** Writes the notes that fix pages inside paragraphs. */
const withPageNotes = (text: string): string =>
  text.replaceAll(PAGE_START, (_, number: string) => `[[=== ${number}]]`)

/** Marks are printed in the right margin: at least this many points from the left edge of the paper. */
const MARGIN = 6.9 * 72
/** Points. The gap before a mark that is surely no part of the text. */
const GAP = 10
const NEAR = 3
/** Characters. */
const MAX_MARK = 8

const mark = /\s*\*+\s*$/

/** Without the asterisks beside revised lines, at the end of full lines too; `count` is how many there were. */
function withoutRevisionMarks(pages: readonly PageArea[]) {
  const columns = pages.flatMap(({ lines, x0 }) =>
    lines.flatMap(({ words }) => {
      const [last, before] = words.filter(({ text }) => text.trim() !== '').toReversed()
      if (!last || !/^\*{1,8}$/.test(last.text.trim()) || last.x - x0 < MARGIN) return []
      return last.x - (before?.end ?? 0) < GAP ? [] : [last.end]
    }),
  )
  const places = [...new Set(columns.map(Math.round))]
  let count = 0
  const kept = pages.map((page): PageArea => {
    const lines = page.lines.flatMap((line): PageLine[] => {
      const last = line.words.findLast(({ text }) => text.trim() !== '')
      const isMarked =
        last &&
        mark.test(last.text.slice(-MAX_MARK)) &&
        places.some((end) => Math.abs(last.end - end) < NEAR)
      if (!isMarked) return [line]
      count += 1
      const tail = last.text.slice(-MAX_MARK).replace(mark, '')
      const text = (last.text.slice(0, -MAX_MARK) + tail).trimEnd()
      const end = last.x + ((last.end - last.x) * text.length) / last.text.length
      const others = line.words.slice(0, line.words.indexOf(last))
      const words = text.trim() === '' ? others : [...others, { ...last, text, end }]
      return words.some((word) => word.text.trim() !== '') ? [{ ...line, words }] : []
    })
    return { ...page, lines }
  })
  return { pages: kept, count }
}

const POINTS_PER_INCH = 72

/** Imports a PDF by the positions of its text. PDF.js detaches the buffer. */
export async function importPdf(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress?: (share: number) => void,
): Promise<Imported> {
  const { pages, width, isHurried, locks } = await readPages(bytes, onProgress)
  const { pages: unmarked, count } = withoutRevisionMarks(pages)
  const { pages: kept, removed } = withoutRunningLines(unmarked)
  const isLocked = locks?.values.some((value) => value.includes('pages')) === true
  const rows = kept.flatMap((page) => pageRows(page, isLocked))
  if (rows.length === 0) throw new ImportFailure('no-text')
  const imported = importRows(withoutCommonStyle(rows), width / POINTS_PER_INCH, locks)
  const leftOut = { runningLines: removed, revisionMarks: count, emphasis: isHurried }
  return { ...imported, text: withPageNotes(imported.text), leftOut }
}

async function readPages(bytes: Uint8Array<ArrayBuffer>, onProgress?: (share: number) => void) {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const reader = new PageReader(OPS)
  const pages: PageArea[] = []
  let width = 612
  let locks: ReturnType<typeof locksIn>
  try {
    // Images are not decoded.
    const document = await getDocumentProxy(bytes, { verbosity: 0, maxImageSize: 1 })
    try {
      if (document.numPages > MAX_IMPORT_PAGES) throw new ImportFailure('too-many-pages')
      locks = locksIn(await document.getMetadata())
      for (let n = 1; n <= document.numPages; n += 1) {
        const page = await document.getPage(n)
        const [x0 = 0, bottom = 0, x1 = 612, top = 792] = page.view
        if (n === 1) width = x1 - x0
        pages.push({ lines: linesOf(wordsOf(await reader.read(page))), x0, top, bottom })
        page.cleanup()
        onProgress?.(n / document.numPages)
      }
    } finally {
      await document.loadingTask.destroy()
    }
  } catch (error) {
    if (error instanceof ImportFailure) throw error
    const needsPassword = error instanceof Error && error.name === 'PasswordException'
    throw new ImportFailure(needsPassword ? 'password-protected' : 'damaged')
  }
  return { pages, width, isHurried: reader.isHurried, locks }
}
