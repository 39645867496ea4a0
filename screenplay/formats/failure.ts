import { SCRIPT_LINES } from '../../contract/limits.ts'
import { hasManyLines, hasManyScenes } from '../../contract/script-parts.ts'

/** Larger files are rejected before they are read. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024

/** A longer PDF is no screenplay. */
export const MAX_IMPORT_PAGES = 1_000

/** About 1,000 pages laid out with spaces. Time and memory to read the text grow with its length. */
export const MAX_IMPORT_CHARACTERS = 4_000_000

/** Why a file could not be imported. */
export type ImportFailureCode =
  | 'empty'
  | 'too-large'
  | 'too-many-pages'
  /** More text than `MAX_IMPORT_CHARACTERS`. */
  | 'too-long'
  /** Reading it took too long, or it has far more parts than any script. */
  | 'too-complex'
  | 'unknown-type'
  /** Text whose encoding its bytes do not tell. */
  | 'unknown-encoding'
  | 'damaged'
  | 'password-protected'
  /** Looks like an attack: entity expansion, a decompression bomb or excessive nesting. */
  | 'unsafe'
  /** For example a scanned PDF or an empty document. */
  | 'no-text'

/** Rejects text that has more parts than a script can have. */
export function checkParts(text: string): void {
  if (hasManyLines(text) || hasManyScenes(text)) throw new ImportFailure('too-complex')
}

/** Rejects a file with more paragraphs than a script has lines, before they are interpreted: each costs as much as a long one. */
export function checkParagraphs(paragraphs: number): void {
  if (paragraphs > SCRIPT_LINES) throw new ImportFailure('too-complex')
}

/** Rejects text that is too long, before it is interpreted. */
export function checkTextLength(characters: number): void {
  if (characters > MAX_IMPORT_CHARACTERS) throw new ImportFailure('too-long')
}

export class ImportFailure extends Error {
  readonly code: ImportFailureCode

  constructor(code: ImportFailureCode) {
    super(`import failed: ${code}`)
    this.name = 'ImportFailure'
    this.code = code
  }
}

/** How the beginning of a text reads in an encoding. */
export type EncodingChoice = { encoding: string; preview: string }

/** The text may be in several encodings: the writer has to choose. The most likely choice comes first. */
export class UnknownEncoding extends ImportFailure {
  readonly choices: readonly EncodingChoice[]

  constructor(choices: readonly EncodingChoice[]) {
    super('unknown-encoding')
    this.choices = choices
  }
}
