import { SCRIPT_BYTES, TITLE_CHARACTERS, UNTITLED } from '../../../../contract/limits.ts'

export const IMPORTED_FILES = '.fountain,.txt,.md,.fdx,.docx,.pdf'

export type ImportedScript = { title: string; text: string }

/** The file was readable, but the script exceeds the size limit. */
class TooLong extends Error {
  readonly code = 'too-long'
}

/** A title the server accepts: one line, limited length. */
function titleFrom(title: string | undefined, fileName: string): string {
  const words = (title ?? fileName.replace(/\.[^.]*$/, '')).replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return Array.from(words).slice(0, TITLE_CHARACTERS).join('').trim() || UNTITLED
}

/** Reads a file as a script; lazy-loads the importer. Throws an ImportFailure. */
export async function readScriptFile(file: File): Promise<ImportedScript> {
  const { importScript, ImportFailure, MAX_IMPORT_BYTES } = await import(
    '../../../../screenplay/import-script.ts'
  )
  if (file.size > MAX_IMPORT_BYTES) throw new ImportFailure('too-large')
  const { text, title } = await importScript(new Uint8Array(await file.arrayBuffer()), file.name)
  if (new Blob([text]).size > SCRIPT_BYTES) throw new TooLong()
  return { text, title: titleFrom(title, file.name) }
}
