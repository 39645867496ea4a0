import type { Splice } from '../../../screenplay/splices.ts'

export type TextOrigin = 'typed' | 'pasted'

/** The text that the page shows and changes, wherever it is stored. */
export type PageText = {
  read: () => string
  /** The text with everything typed so far, also what is not handed over yet. */
  latest: () => string
  /** `after`: the text that probably results. */
  change: (changes: Splice[], origin: TextOrigin, after?: string) => void
  subscribe: (listener: () => void) => () => void
  /** Registers a function that hands over pending typing before somebody reads or stores the text. */
  onRead: (handOver: () => void) => () => void
  /** Whether a change from outside is one that the writer asked for here, and may undo here. */
  isAsked: () => boolean
}
