import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'

export type UnsavedText = Database['public']['Functions']['unsaved_texts']['Returns'][number]

const TABLES = ['script_drafts'] as const

const keyOf = (userId: string) => ['unsaved-texts', userId] as const

export const unsavedTextsQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => dataOf(supabase().rpc('unsaved_texts').abortSignal(signal)),
    ...listRetry,
    refetchOnWindowFocus: 'always',
  })

/** Reads the list again when a text is begun, saved or deleted: what was typed last may arrive after the page. */
export function useUnsavedChanges(userId: string): void {
  const queryClient = useQueryClient()
  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    const { queryKey } = unsavedTextsQuery(userId)
    const isListed = (id: unknown) =>
      queryClient.getQueryData(queryKey)?.some(({ work_id }) => work_id === id) ?? false
    if (change?.eventType === 'UPDATE') {
      const { work_id, script_id } = change.new
      if (isListed(work_id) === (script_id === null)) return
    }
    void queryClient.invalidateQueries({ queryKey })
  })
}

export function useDeleteUnsaved(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work_id: string) =>
      expectSuccess(supabase().rpc('delete_unsaved_text', { work_id })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  })
}
