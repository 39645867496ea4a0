import type { Splice } from '../../../screenplay/splices.ts'

/** `restore`: the text was in the script before, and has the origin that it had. */
export type TextOrigin = 'typed' | 'pasted' | 'restore'

/** What the page made of the text that it knew. */
type PageEdit = {
  before: string
  splices: Splice[]
  origin: TextOrigin
  /** The page's whole text: the result, unless the text was changed elsewhere meanwhile. */
  after?: string | undefined
}

/** `stored`: the server. `pending` and `offline`: the browser, the server not yet. `unstored`: nobody. */
type TextStorage = 'stored' | 'pending' | 'offline' | 'unstored'

/** Lines that were changed here and elsewhere. The text has both, from `start` on: `first`, then `second`. */
export type PageOverlap = {
  readonly id: string
  readonly start: number
  /** One of them is empty if that side deleted the lines. */
  readonly first: string
  readonly second: string
  readonly mine: 'first' | 'second'
}

/** The text that the page shows and changes, wherever it is stored. */
export type PageText = {
  read: () => string
  /** The text with everything typed so far, also what is not handed over yet. */
  latest: () => string
  /** Returns what the page has to change in its own text, so that both are the same. */
  change: (edit: PageEdit) => Splice[]
  /** The writer is typing what is not handed over yet. */
  typing: () => void
  /** What turns a text that this one was before into this one. */
  changesSince: (before: string) => Splice[]
  /** Text that could not be handed over, to be stored apart; null when it was handed over after all. */
  setStray: (stray: { before: string; text: string } | null) => void
  subscribe: (listener: () => void) => () => void
  /** Registers a function that hands over pending typing before somebody reads or stores the text. */
  onRead: (handOver: () => void) => () => void
  /** Whether a change from outside is one that the writer asked for here, and may undo here. */
  isAsked: () => boolean
  /** Who has stored everything that was typed. */
  storage: () => TextStorage
  overlaps: () => readonly PageOverlap[]
  /** The writer has decided, or takes that back. */
  settleOverlap: (overlap: PageOverlap, isSettled: boolean) => void
}
