import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { afterPaint } from '../../lib/timing/after-paint.ts'
import type { Change } from '../../lib/backend/table-changes.ts'
import { useTableChanges } from '../../lib/backend/use-table-changes.ts'
import { versionTextQuery } from '../history/api/history.ts'
import { AnswerReviews, type ReviewedText } from './answer-reviews.ts'
import {
  reviewKeys,
  reviewRow,
  reviewsQuery,
  type Row,
  storeDecision,
  withRow,
} from './api/reviews.ts'
import type { ReviewRow } from './review-row.ts'

const TABLES = ['answer_reviews'] as const

type HashedText = ReviewedText & {
  /** One of its last texts. */
  textWithHash: (hash: string) => Promise<string | undefined>
}

/** Until it is loaded. */
const NO_TEXT: HashedText = {
  read: () => '',
  latest: () => '',
  change: () => undefined,
  subscribe: () => () => undefined,
  textWithHash: () => Promise.resolve(undefined),
}

const NO_ROWS: readonly ReviewRow[] = []

/** A version may be a text that is here already. */
const versionReader =
  (queryClient: QueryClient, text: HashedText) =>
  async (id: string, hash: string | null): Promise<string> =>
    (hash !== null ? await text.textWithHash(hash) : undefined) ??
    (await queryClient.fetchQuery(versionTextQuery(id)))

/** The row of a change; undefined if the list has to be read. */
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
    // A list that is being read may have been read before the change.
    if (!row || !known || queryClient.isFetching({ queryKey }) > 0) {
      void queryClient.invalidateQueries({ queryKey })
      // Texts that could not be read are tried again.
      if (known) store.setRows(known)
    } else if (row.work_id === workId) {
      const rows = queryClient.setQueryData<ReviewRow[]>(queryKey, withRow(known, reviewRow(row)))
      // Not after the next render: the page shows the review at once.
      if (rows) store.setRows(rows)
    }
  })
  const reviews = useQuery({ ...reviewsQuery(workId ?? ''), enabled: workId !== null })
  const rows = reviews.data ?? NO_ROWS
  useEffect(() => store.setRows(rows), [store, rows])
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(() => afterPaint(listener)),
    [store],
  )
  const { answers } = useSyncExternalStore(subscribe, store.shown)
  return useMemo(
    () => ({
      /** Those with pending changes. */
      reviews: answers,
      keepAll: store.keepAll,
      undoAll: store.undoAll,
      /** The same for the page, which changes the text itself. */
      page: store,
    }),
    [answers, store],
  )
}
