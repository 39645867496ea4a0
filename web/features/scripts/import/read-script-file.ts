import { SCRIPT_BYTES, UNTITLED } from '../../../../contract/limits.ts'
import { validTitle } from '../script-title.ts'

export const IMPORTED_FILES = '.fountain,.txt,.md,.fdx,.docx,.pdf'

export type ImportedScript = { title: string; text: string }

/** The file was readable, but the script exceeds the size limit. */
class TooLong extends Error {
  readonly code = 'too-long'
}

const titleFrom = (title: string | undefined, fileName: string): string =>
  validTitle(title ?? fileName.replace(/\.[^.]*$/, '')) || UNTITLED

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
