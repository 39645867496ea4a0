import { SCRIPT_BYTES, UNTITLED } from '../../../../contract/limits.ts'
import { validTitle } from '../script-title.ts'

export const IMPORTED_FILES = '.fountain,.txt,.md,.fdx,.docx,.pdf'

export type ReadScript = { title: string; text: string; isIncomplete: boolean }

const titleFrom = (title: string | undefined, fileName: string): string =>
  validTitle(title ?? fileName.replace(/\.[^.]*$/, '')) || UNTITLED

/** Reads a file as a script; lazy-loads the importer. Throws an ImportFailure. */
export async function readScriptFile(file: File): Promise<ReadScript> {
  const { importScript, ImportFailure, MAX_IMPORT_BYTES } = await import(
    '../../../../screenplay/import-script.ts'
  )
  if (file.size > MAX_IMPORT_BYTES) throw new ImportFailure('too-large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { text, title, isIncomplete } = await importScript(bytes, file.name)
  if (new Blob([text]).size > SCRIPT_BYTES) throw new ImportFailure('too-long')
  return { text, title: titleFrom(title, file.name), isIncomplete }
}
