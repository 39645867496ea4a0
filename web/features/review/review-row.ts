/** A row of answer_reviews. */
export type ReviewRow = {
  id: string
  jobId: string | null
  /** Null if there was no text before. */
  beforeVersion: string | null
  answerVersion: string
  /** Of the texts of these two; null if unknown. */
  beforeHash: string | null
  answerHash: string | null
  /** Versions, the answer's first; none if it has no alternatives. */
  alternatives: readonly string[]
  /** The numbers of the changes that the writer kept. */
  kept: readonly number[]
  isEnded: boolean
  updatedAt: string
}
