import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Screenplay } from '../../screenplay/elements.ts'
import {
  decodeText,
  ImportFailure,
  type ImportFailureCode,
  importScript,
  MAX_IMPORT_BYTES,
} from '../../screenplay/import-script.ts'
import { parse } from '../../screenplay/parse.ts'
import { CommandFailure, fileFailure } from './failure.ts'

const EXTENSIONS = ['fountain', 'spmd', 'txt', 'fdx', 'docx', 'pdf']

const reasons: Record<ImportFailureCode, string> = {
  empty: 'it is empty',
  'too-large': `it is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB`,
  'unknown-type': 'it is not what its name says, or nothing that holds a script',
  damaged: 'it is damaged',
  'password-protected': 'it is protected by a password',
  unsafe: 'it is built to do harm',
  'no-text': 'it has no text, only pictures perhaps',
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
      `${file} cannot be read: its name must end in ${EXTENSIONS.map((one) => `.${one}`).join(', ')}.`,
      2,
    )
  }
  const bytes = await readBytes(file)
  try {
    const { text, title } = await importScript(bytes, path.basename(file))
    // Fountain stays Fountain, however it is indented.
    const isFountain = extension === 'fountain' || extension === 'spmd'
    return { screenplay: parse(isFountain ? decodeText(bytes) : text), title, bytes, isFountain }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    throw new CommandFailure(`${file} cannot be read: ${reasons[error.code]}.`)
  }
}

/** What is too large is refused before it is read. */
async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(file)
    if (size > MAX_IMPORT_BYTES)
      throw new CommandFailure(`${file} cannot be read: ${reasons['too-large']}.`)
    return new Uint8Array(await readFile(file))
  } catch (error) {
    throw error instanceof CommandFailure ? error : fileFailure(file, 'read', error)
  }
}
