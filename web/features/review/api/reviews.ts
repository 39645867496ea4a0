import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { Decision } from '../decision-queue.ts'
import type { ReviewRow } from '../review-row.ts'

export type Row = Database['public']['Tables']['answer_reviews']['Row']

/** Reviews of older answers are not read. */
const MAX_REVIEWS = 10

/** The list with a row that was added or has changed. */
export const withRow = (rows: readonly ReviewRow[], row: ReviewRow): ReviewRow[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((known) => (known.id === row.id ? row : known))
    : [row, ...rows].slice(0, MAX_REVIEWS)

export const reviewKeys = { of: (workId: string) => ['reviews', workId] as const }

export const reviewRow = (row: Row): ReviewRow => ({
  id: row.id,
  jobId: row.job_id,
  beforeVersion: row.before_version,
  answerVersion: row.answer_version,
  beforeHash: row.before_hash,
  answerHash: row.answer_hash,
  alternatives: row.alternatives,
  kept: row.kept,
  isEnded: row.ended_at !== null,
  updatedAt: row.updated_at,
})

/** The reviews of the last answers to a text, ended ones too: one of these may be opened again. */
export const reviewsQuery = (workId: string) =>
  queryOptions({
    queryKey: reviewKeys.of(workId),
    queryFn: async ({ signal }): Promise<ReviewRow[]> => {
      const rows = await dataOf(
        supabase()
          .from('answer_reviews')
          .select('*')
          .eq('work_id', workId)
          .order('created_at', { ascending: false })
          .limit(MAX_REVIEWS)
          .abortSignal(signal),
      )
      return rows.map(reviewRow)
    },
    ...listRetry,
  })

export async function storeDecision({ id, keep, unkeep, ended }: Decision): Promise<ReviewRow> {
  const row = await dataOf(
    supabase().rpc('review_changes', {
      review_id: id,
      keep: [...keep],
      unkeep: [...unkeep],
      ...(ended !== null && { ended }),
    }),
  )
  return reviewRow(row)
}
