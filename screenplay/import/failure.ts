/** A larger file is refused before it is read. */
export const MOST_BYTES = 50 * 1024 * 1024

/** Why a file could not be read; what people are told about it stands elsewhere. */
export type ImportFailureCode =
  | 'empty'
  | 'too-large'
  | 'unknown-type'
  | 'damaged'
  | 'password-protected'
  /** Built to exhaust the reader: entities that multiply, parts that inflate without end. */
  | 'unsafe'
  /** A PDF of pictures, a document without a word. */
  | 'no-text'

export class ImportFailure extends Error {
  readonly code: ImportFailureCode

  constructor(code: ImportFailureCode) {
    super(`the file cannot be imported: ${code}`)
    this.name = 'ImportFailure'
    this.code = code
  }
}
