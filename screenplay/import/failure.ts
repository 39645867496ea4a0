/** Larger files are rejected before they are read. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024

/** Why a file could not be imported. */
export type ImportFailureCode =
  | 'empty'
  | 'too-large'
  | 'unknown-type'
  | 'damaged'
  | 'password-protected'
  /** Looks like an attack: entity expansion or a decompression bomb. */
  | 'unsafe'
  /** For example a scanned PDF or an empty document. */
  | 'no-text'

export class ImportFailure extends Error {
  readonly code: ImportFailureCode

  constructor(code: ImportFailureCode) {
    super(`import failed: ${code}`)
    this.name = 'ImportFailure'
    this.code = code
  }
}
