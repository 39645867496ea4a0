import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Screenplay, parse } from '../../screenplay/model.ts'
import {
  decodeText,
  ImportFailure,
  type ImportFailureCode,
  importScript,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CHARACTERS,
  MAX_IMPORT_PAGES,
} from '../../screenplay/formats.ts'
import { CommandFailure, fileFailure } from './failure.ts'

const EXTENSIONS = ['fountain', 'spmd', 'txt', 'fdx', 'docx', 'pdf']

const reasons: Record<ImportFailureCode, string> = {
  empty: 'it is empty',
  'too-large': `it is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB`,
  'too-many-pages': `it has more than ${MAX_IMPORT_PAGES} pages`,
  'too-long': `it has more than ${MAX_IMPORT_CHARACTERS / 1e6} million characters of text`,
  'too-complex': 'it took too long to read, or has too many parts',
  'unknown-type': 'the content does not match the extension, or the format is not supported',
  'unknown-encoding':
    'its encoding cannot be told from its letters: save it as UTF-8, or name it with --encoding',
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

/** `encoding`: of a text file that does not tell it. */
export async function readScript(file: string, encoding?: string): Promise<Script> {
  const extension = extensionOf(file)
  if (!EXTENSIONS.includes(extension)) {
    throw new CommandFailure(
      `Cannot read ${file}: use the extension ${EXTENSIONS.map((one) => `.${one}`).join(', ')}.`,
      2,
    )
  }
  const bytes = await readBytes(file)
  try {
    const script = await importScript(bytes, path.basename(file), undefined, encoding)
    const { title, isIncomplete, unreadable } = script
    if (isIncomplete) process.stderr.write(`${file} is damaged: the script may end too early.\n`)
    if (script.encoding !== 'utf-8')
      process.stderr.write(`${file} was read as ${script.encoding}.\n`)
    if (unreadable > 0) process.stderr.write(`${file}: ${unreadable} characters are unreadable.\n`)
    for (const line of script.leftOut?.runningLines ?? []) {
      process.stderr.write(`${file} repeats on its pages, left out: ${line}\n`)
    }
    // Fountain is parsed as written: the import would leave out control characters.
    const isFountain = extension === 'fountain' || extension === 'spmd'
    const text = isFountain ? (await decodeText(bytes, encoding)).text : script.text
    return { screenplay: parse(text), title, bytes, isFountain }
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
