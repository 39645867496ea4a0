import type { RecordHead } from '../../../screenplay/authorship.ts'

/** A version with the pieces that its text consists of, or an answer with its text. */
export type AuthorshipEvent =
  | { version: RecordHead['versions'][number]; pieces: string[] }
  | { jobId: string; text: string }

export type AuthorshipQuestion =
  /** Starts again, from what was stored or from nothing. */
  | { begin: Uint8Array | null }
  /** The pieces are those that were not sent yet. */
  | { add: AuthorshipEvent[]; pieces: [id: string, text: string][] }
  | { store: true }
  | { finish: RecordHead; text: string; format: 'json' | 'pdf' }

/** Bytes of what was stored or made; none after the other questions. */
export type AuthorshipAnswer = { bytes: Uint8Array<ArrayBuffer> } | { problem: string }
