import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { Delayed } from '../../../lib/delayed.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'

export type UnsavedText = Database['public']['Functions']['unsaved_texts']['Returns'][number]

const TABLES = ['script_drafts'] as const

const unsavedTextsKey = (userId: string) => ['unsaved-texts', userId] as const

export const unsavedTextsQuery = (userId: string) =>
  queryOptions({
    queryKey: unsavedTextsKey(userId),
    queryFn: ({ signal }) => dataOf(supabase().rpc('unsaved_texts').abortSignal(signal)),
    ...listRetry,
    refetchOnWindowFocus: 'always',
  })

/** What is typed elsewhere changes the first words of a text many times. */
const WHILE_TYPED = { pause: 500, within: 5000 }

/** Reads the list again when a text is begun, changed, saved or deleted: what was typed last may arrive after the page. */
export function useUnsavedChanges(userId: string): void {
  const queryClient = useQueryClient()
  const reading = useMemo(
    () =>
      new Delayed(
        WHILE_TYPED,
        () => void queryClient.invalidateQueries({ queryKey: unsavedTextsKey(userId) }),
      ),
    [queryClient, userId],
  )
  useEffect(() => () => reading.cancel(), [reading])
  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    const { queryKey } = unsavedTextsQuery(userId)
    const isListed = (id: unknown) =>
      queryClient.getQueryData(queryKey)?.some(({ work_id }) => work_id === id) ?? false
    if (change?.eventType === 'UPDATE') {
      const { work_id, script_id } = change.new
      const isSaved = script_id !== null
      if (isListed(work_id) !== isSaved) {
        if (!isSaved) reading.ask()
        return
      }
    }
    void queryClient.invalidateQueries({ queryKey })
  })
}

export function useDeleteUnsaved(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work_id: string) =>
      expectSuccess(supabase().rpc('delete_unsaved_text', { work_id })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: unsavedTextsKey(userId) }),
  })
}
