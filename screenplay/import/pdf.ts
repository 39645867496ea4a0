import { ImportFailure, MAX_IMPORT_PAGES } from './failure.ts'
import { type Imported } from './imported.ts'
import { importRows } from './indented.ts'
import type { Row } from './indents/rows.ts'
import { linesOf, pageRows } from './pdf/lines.ts'
import { TextReader } from './pdf/text-reader.ts'

const POINTS_PER_INCH = 72

/** Imports a PDF by the positions of its text. PDF.js detaches the buffer. */
export async function importPdf(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress?: (share: number) => void,
): Promise<Imported> {
  const { getDocumentProxy } = await import('unpdf')
  const reader = new TextReader()
  let paperWidth = 8.5
  const rows: Row[] = []
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 })
    try {
      if (document.numPages > MAX_IMPORT_PAGES) throw new ImportFailure('too-many-pages')
      for (let n = 1; n <= document.numPages; n += 1) {
        const page = await document.getPage(n)
        const [x0 = 0, , x1 = 612, top = 792] = page.view
        if (n === 1) paperWidth = (x1 - x0) / POINTS_PER_INCH
        for (const row of pageRows(linesOf(await reader.read(page)), x0, top)) rows.push(row)
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
  if (rows.length === 0) throw new ImportFailure('no-text')
  return importRows(rows, paperWidth)
}
