import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'
import { chatKeys } from './chat-keys.ts'

type Row = Database['public']['Tables']['prompts']['Row']
export type SavedPrompt = Pick<Row, 'id' | 'user_id' | 'name' | 'text' | 'shared'>

/** The writer's own prompts and then those of others that are shared, by name; read when they are shown. */
export function useSavedPrompts(userId: string, areShown: boolean) {
  return useQuery({
    queryKey: chatKeys.savedPrompts(userId),
    queryFn: async ({ signal }): Promise<SavedPrompt[]> => {
      const rows = await dataOf(
        supabase()
          .from('prompts')
          .select('id, user_id, name, text, shared')
          .eq('kind', 'prompt')
          .abortSignal(signal),
      )
      const isOwn = ({ user_id }: SavedPrompt) => Number(user_id === userId)
      return rows.toSorted((a, b) => isOwn(b) - isOwn(a) || a.name.localeCompare(b.name))
    },
    ...listRetry,
    enabled: areShown,
  })
}

const TABLES = ['prompts'] as const

/** Shows what other tabs, devices and administrators save meanwhile. */
export function useSavedPromptChanges(userId: string): void {
  const queryClient = useQueryClient()
  useTableChanges(TABLES, undefined, () => {
    void queryClient.invalidateQueries({ queryKey: chatKeys.savedPrompts(userId) })
  })
}

export type PromptToSave = { id?: string; name: string; text: string; shared: boolean }

export function useSavePrompt(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...values }: PromptToSave) => {
      const table = supabase().from('prompts')
      return expectSuccess(
        id === undefined ? table.insert(values) : table.update(values).eq('id', id),
      )
    },
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.savedPrompts(userId) }),
  })
}

export function useDeletePrompt(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => expectSuccess(supabase().from('prompts').delete().eq('id', id)),
    networkMode: 'always',
    onSuccess: (_nothing, gone) =>
      queryClient.setQueryData<SavedPrompt[]>(chatKeys.savedPrompts(userId), (prompts) =>
        prompts?.filter(({ id }) => id !== gone),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatKeys.savedPrompts(userId) }),
  })
}
