import type { Splice } from '../../../screenplay/splices.ts'

export type TextOrigin = 'typed' | 'pasted'

/** The text that the page shows and changes, wherever it is stored. */
export type PageText = {
  read: () => string
  /** With everything that was typed up to now. */
  latest: () => string
  /** `after`: what the text probably is then. */
  change: (changes: Splice[], origin: TextOrigin, after?: string) => void
  subscribe: (listener: () => void) => () => void
  /** Registers what hands over what was typed last, before somebody reads or stores the text. */
  onRead: (handOver: () => void) => () => void
  /** Whether a change from outside is one that the writer asked for here, and may undo here. */
  isAsked: () => boolean
}
