import type { Screenplay } from '../../../../../screenplay/elements.ts'
import type { PendingChange } from '../../../../../screenplay/review.ts'
import type { Splice } from '../../../../../screenplay/splices.ts'

/** An answer that the writer has not gone through yet. */
export type ReviewedAnswer = {
  id: string
  /** The script before it. */
  before: Screenplay
  pending: readonly PendingChange[]
  /** Which of several alternatives the text shows, from 0; null without alternatives. */
  alternative: { shown: number; of: number } | null
}

type Reviews = {
  /** What the ranges of the changes refer to. */
  text: string
  answers: readonly ReviewedAnswer[]
}

/** Which changes are kept or no longer kept; null leaves the review open or ended, as it is. */
export type Decision = {
  id: string
  keep: readonly number[]
  unkeep: readonly number[]
  ended: boolean | null
}

/** What can be done with an answer as a whole, wherever its buttons are. */
type WholeAnswer = {
  keepAll: (id: string) => void
  undoAll: (id: string) => void
}

/** The answers under review, wherever they are stored. */
export type PageReviews = {
  /** As last computed: typing does not wait for it. */
  shown: () => Reviews
  /** For the text with everything that was typed up to now. */
  now: () => Reviews
  subscribe: (listener: () => void) => () => void
  decide: (decision: Decision) => void
  /** What replaces the shown alternative by another. */
  alternative: (id: string, index: number) => Splice[]
  /** The page does these itself, so that they can be undone there. */
  onWhole: (page: WholeAnswer) => () => void
}
