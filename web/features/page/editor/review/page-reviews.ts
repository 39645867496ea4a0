import type { Text } from '@codemirror/state'
import type { Screenplay } from '../../../../../screenplay/model.ts'
import type { PendingChange } from '../../../../../screenplay/answers.ts'
import type { Splice } from '../../../../../screenplay/changes.ts'

/** An answer that the writer has not gone through yet. */
export type ReviewedAnswer = {
  id: string
  /** The script before the answer. */
  before: Screenplay
  pending: readonly PendingChange[]
  /** Which of several alternatives the text shows, from 0; null without alternatives. */
  alternative: { shown: number; of: number } | null
}

type Reviews = {
  /** The text that the ranges of the changes refer to. */
  doc: Text
  answers: readonly ReviewedAnswer[]
}

/** Which changes are kept or no longer kept; with `ended` null, the review stays open or ended. */
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
  /** The last computed reviews: typing does not wait for a comparison. */
  shown: () => Reviews
  /** The reviews of the text with everything typed so far. */
  now: () => Reviews
  subscribe: (listener: () => void) => () => void
  /** Whether the answer arrived while this tab was open and no page has shown it yet; true once. */
  takeNew: (id: string) => boolean
  decide: (decision: Decision) => void
  /** The splices that replace the shown alternative with another one. */
  alternative: (id: string, index: number) => Splice[]
  /** Registers the page to carry these out, so that they can be undone there. */
  onWhole: (page: WholeAnswer) => () => void
}
