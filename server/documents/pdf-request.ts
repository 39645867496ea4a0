import type { Paper } from '../../screenplay/layout.ts'
import type { Revision } from '../../screenplay/revision.ts'

export type PdfRequest = {
  text: string
  title?: string | undefined
  paper: Paper
  /** Marks what differs from an earlier text. */
  revision?: (Revision & { against: string }) | undefined
  /** Only the scenes of this character. */
  sides?: string | undefined
}

/** There is no PDF of the sides of a character whom the script does not have. */
export type PdfAnswer = { pdf: Uint8Array<ArrayBuffer> | null } | { problem: string }
