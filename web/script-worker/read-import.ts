import {
  type DocumentKind,
  type EncodingChoice,
  importDocument,
  type ImportedScript,
  importScript,
  MAX_IMPORT_BYTES,
  UnknownEncoding,
} from '../../screenplay/formats.ts'

/** `encoding`: the writer's choice; `isDocument`: it need not be a script. */
export type ImportRequest = { file: File; encoding: string | undefined; isDocument: boolean }

type Imported =
  | { script: ImportedScript & { kind?: DocumentKind } }
  | { failure: string }
  | { choices: readonly EncodingChoice[] }

/** Reads a large or malformed file. Runs in the worker; `onProgress` gets the share that was read, if it is known. */
export async function readImport(
  { file, encoding, isDocument }: ImportRequest,
  onProgress: (share: number) => void,
): Promise<Imported> {
  if (file.size > MAX_IMPORT_BYTES) return { failure: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const importFile = isDocument ? importDocument : importScript
  try {
    return { script: await importFile(bytes, file.name, onProgress, encoding) }
  } catch (error) {
    if (error instanceof UnknownEncoding) return { choices: error.choices }
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { failure: code === '' ? String(error) : code }
  }
}
