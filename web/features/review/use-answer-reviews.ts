import { Text } from '@codemirror/state'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import { afterPaint } from '../../lib/timing.ts'
import { type Change, useTableChanges } from '../../lib/backend/table-changes.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import { versionTextQuery } from '../history/api/history.ts'
import { AnswerReviews, type ReviewedText } from './answer-reviews.ts'
import type { ReviewRow, Decision } from './decision-queue.ts'
import type { Database } from '../../../contract/tables.ts'
import { listRetry } from '../../lib/backend/list-retry.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'

type Row = Database['public']['Tables']['answer_reviews']['Row']

/** Reviews of older answers are not read. */
const MAX_REVIEWS = 10

/** The list with a row that was added or has changed. */
const withRow = (rows: readonly ReviewRow[], row: ReviewRow): ReviewRow[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((known) => (known.id === row.id ? row : known))
    : [row, ...rows].slice(0, MAX_REVIEWS)

const reviewKeys = { of: (workId: string) => ['reviews', workId] as const }

const reviewRow = (row: Row): ReviewRow => ({
  id: row.id,
  jobId: row.job_id,
  beforeVersion: row.before_version,
  answerVersion: row.answer_version,
  beforeHash: row.before_hash,
  answerHash: row.answer_hash,
  alternatives: row.alternatives,
  kept: row.kept,
  isEnded: row.ended_at !== null || !row.shown,
  updatedAt: row.updated_at,
})

/** The reviews of the last answers to a text, ended ones too: one of these may be opened again. */
const reviewsQuery = (workId: string) =>
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

async function storeDecision({ id, keep, unkeep, ended }: Decision): Promise<ReviewRow> {
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

const TABLES = ['answer_reviews'] as const

type HashedText = ReviewedText & Pick<WorkingText, 'textWithHash'>

/** Used until the text is loaded. */
const NO_TEXT: HashedText = {
  doc: Text.empty,
  change: () => [],
  subscribe: () => () => undefined,
  textWithHash: () => Promise.resolve(undefined),
}

/** Reads a version, without a request if this browser still has a text with its hash. */
const versionReader =
  (queryClient: QueryClient, text: HashedText) =>
  async (id: string, hash: string | null): Promise<string> =>
    (hash !== null ? await text.textWithHash(hash) : undefined) ??
    (await queryClient.fetchQuery(versionTextQuery(id)))

/** The row of a database change; undefined if the list has to be read again. */
function changedRow(change: Change | undefined): Row | undefined {
  if (!change || change.eventType === 'DELETE' || change.errors?.length) return undefined
  return change.new as Row
}

/** The answers under review of a text: for the page, and for what the chat says about each answer. */
export function useAnswerReviews(userId: string, workId: string | null, text: HashedText | null) {
  const queryClient = useQueryClient()
  const store = useMemo(() => {
    const read = text ?? NO_TEXT
    return new AnswerReviews(read, storeDecision, versionReader(queryClient, read))
  }, [text, queryClient])
  useEffect(() => store.start(), [store])
  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    if (workId === null) return
    const queryKey = reviewKeys.of(workId)
    const row = changedRow(change)
    const known = queryClient.getQueryData<ReviewRow[]>(queryKey)
    // A list that is being fetched may not include the change.
    if (!row || !known || queryClient.isFetching({ queryKey }) > 0) {
      void queryClient.invalidateQueries({ queryKey })
      // Retries texts that could not be read.
      if (known) store.setRows(known)
    } else if (row.work_id === workId) {
      const rows = queryClient.setQueryData<ReviewRow[]>(queryKey, withRow(known, reviewRow(row)))
      // Set without waiting for the next render, so that the page shows the review at once.
      if (rows) store.setRows(rows)
    }
  })
  const reviews = useQuery({ ...reviewsQuery(workId ?? ''), enabled: workId !== null })
  const rows = reviews.data
  useEffect(() => {
    if (rows) store.setRows(rows)
  }, [store, rows])
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(() => afterPaint(listener)),
    [store],
  )
  const { answers } = useSyncExternalStore(subscribe, store.shown)
  return useStable({
    /** The answers with pending changes. */
    reviews: answers,
    keepAll: store.keepAll,
    undoAll: store.undoAll,
    /** The same for the page, which changes the text itself. */
    page: store,
  })
}
