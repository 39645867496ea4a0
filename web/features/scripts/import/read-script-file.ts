import { SCRIPT_BYTES, UNTITLED } from '../../../../contract/limits.ts'
import { validTitle } from '../script-title.ts'
import { importInWorker, ReadFailure } from './import-client.ts'

export const IMPORTED_FILES = '.fountain,.txt,.md,.fdx,.docx,.pdf'

export type ReadScript = Awaited<ReturnType<typeof importInWorker>>

const titleFrom = (title: string | undefined, fileName: string): string =>
  validTitle(title ?? fileName.replace(/\.[^.]*$/, '')) || UNTITLED

/** Reads a file as a script, in a worker. Throws a ReadFailure. */
export async function readScriptFile(
  file: File,
  options: Parameters<typeof importInWorker>[1],
): Promise<ReadScript> {
  const script = await importInWorker(file, options)
  if (new Blob([script.text]).size > SCRIPT_BYTES) throw new ReadFailure('too-long')
  return { ...script, title: titleFrom(script.title, file.name) }
}
