import { ImportFailure, MAX_IMPORT_PAGES } from './failure.ts'
import type { Imported } from './imported.ts'
import { importRows } from './indented.ts'
import { withoutCommonStyle } from './pdf/common-style.ts'
import { linesOf, type PageArea, pageRows } from './pdf/lines.ts'
import { locksIn, withPageNotes } from './pdf/locks.ts'
import { PageReader } from './pdf/page-reader.ts'
import { withoutRevisionMarks } from './pdf/revision-marks.ts'
import { withoutRunningLines } from './pdf/running-lines.ts'
import { wordsOf } from './pdf/words.ts'

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
