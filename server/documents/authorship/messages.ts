import type { RecordHead } from '../../../screenplay/authorship.ts'
import type { SigningKey } from '../../common/signing-keys.ts'

/** A version with the pieces that its text consists of, or an answer with its text. */
export type AuthorshipEvent =
  | { version: RecordHead['versions'][number]; pieces: string[] }
  | { jobId: string; text: string }

export type AuthorshipQuestion =
  /** Starts over, from a stored state or with an empty history. */
  | { begin: Uint8Array | null }
  /** Contains only pieces that were not sent before. */
  | { add: AuthorshipEvent[]; pieces: [id: string, text: string][] }
  | { store: true }
  | { finish: RecordHead; text: string; format: 'json' | 'pdf'; key: SigningKey }

/** The bytes of the stored state or of the finished document; empty for the other questions. */
export type AuthorshipAnswer = { bytes: Uint8Array<ArrayBuffer> } | { problem: string }
