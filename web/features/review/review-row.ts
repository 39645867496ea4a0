/** A row of answer_reviews. */
export type ReviewRow = {
  id: string
  jobId: string | null
  /** Null if there was no text before. */
  beforeVersion: string | null
  answerVersion: string
  /** The hashes of the texts of these two versions; null if unknown. */
  beforeHash: string | null
  answerHash: string | null
  /** Version ids, the answer's first; empty without alternatives. */
  alternatives: readonly string[]
  /** The numbers of the changes that the writer kept. */
  kept: readonly number[]
  isEnded: boolean
  updatedAt: string
}
