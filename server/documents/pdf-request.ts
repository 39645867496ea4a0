import type { MissingCharacters } from '../../contract/export-script.ts'
import type { Paper } from '../../screenplay/layout.ts'
import type { Revision } from '../../screenplay/changes.ts'

export type PdfRequest = {
  text: string
  title?: string | undefined
  paper: Paper
  /** Marks what differs from an earlier text. */
  revision?: (Revision & { against: string }) | undefined
  /** Only the scenes of this character. */
  sides?: string | undefined
  /** Answers with the characters that no font has, if there are any. */
  reportsMissing?: boolean | undefined
}

/** `pdf` is null if sides were requested for a character that is not in the script. */
export type PdfAnswer =
  | { pdf: Uint8Array<ArrayBuffer> | null }
  | { pdf?: undefined; missing: MissingCharacters }
  | { problem: string }
