import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Screenplay } from '../../screenplay/elements.ts'
import {
  decodeText,
  ImportFailure,
  type ImportFailureCode,
  importScript,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CHARACTERS,
  MAX_IMPORT_PAGES,
} from '../../screenplay/import-script.ts'
import { parse } from '../../screenplay/parse.ts'
import { CommandFailure, fileFailure } from './failure.ts'

const EXTENSIONS = ['fountain', 'spmd', 'txt', 'fdx', 'docx', 'pdf']

const reasons: Record<ImportFailureCode, string> = {
  empty: 'it is empty',
  'too-large': `it is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB`,
  'too-many-pages': `it has more than ${MAX_IMPORT_PAGES} pages`,
  'too-long': `it has more than ${MAX_IMPORT_CHARACTERS / 1e6} million characters of text`,
  'too-complex': 'it took too long to read, or has too many parts',
  'unknown-type': 'the content does not match the extension, or the format is not supported',
  damaged: 'it is damaged',
  'password-protected': 'it is password-protected',
  unsafe: 'it contains a decompression bomb or entity expansion',
  'no-text': 'it contains no text; it may be a scan',
}

export type Script = {
  screenplay: Screenplay
  title: string
  bytes: Uint8Array
  isFountain: boolean
}

export function extensionOf(file: string): string {
  return path.extname(file).slice(1).toLowerCase()
}

export async function readScript(file: string): Promise<Script> {
  const extension = extensionOf(file)
  if (!EXTENSIONS.includes(extension)) {
    throw new CommandFailure(
      `Cannot read ${file}: use the extension ${EXTENSIONS.map((one) => `.${one}`).join(', ')}.`,
      2,
    )
  }
  const bytes = await readBytes(file)
  try {
    const { text, title, isIncomplete } = await importScript(bytes, path.basename(file))
    if (isIncomplete) process.stderr.write(`${file} is damaged: the script may end too early.\n`)
    // Fountain is parsed as written: the import would interpret its indentation.
    const isFountain = extension === 'fountain' || extension === 'spmd'
    return { screenplay: parse(isFountain ? decodeText(bytes) : text), title, bytes, isFountain }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    throw new CommandFailure(`Cannot read ${file}: ${reasons[error.code]}.`)
  }
}

/** Checks the size before reading. */
async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(file)
    if (size > MAX_IMPORT_BYTES)
      throw new CommandFailure(`Cannot read ${file}: ${reasons['too-large']}.`)
    return new Uint8Array(await readFile(file))
  } catch (error) {
    throw error instanceof CommandFailure ? error : fileFailure('read', file, error)
  }
}
