import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { noteKeys } from './notes.ts'

/** A reader that a writer has described: what they look for and how they read. */
export type OwnReader = { id: string; name: string; text: string; isOwn: boolean }

type ReaderFields = Pick<OwnReader, 'name' | 'text'>

/** The writer's own readers, and those that an administrator shares. */
export const ownReadersQuery = (userId: string) =>
  queryOptions({
    queryKey: noteKeys.readers(userId),
    queryFn: async ({ signal }): Promise<OwnReader[]> => {
      const rows = await dataOf(
        supabase()
          .from('prompts')
          .select('id, name, text, user_id')
          .eq('kind', 'reader')
          .order('name')
          .abortSignal(signal),
      )
      return rows.map(({ id, name, text, user_id: owner }) => {
        return { id, name, text, isOwn: owner === userId }
      })
    },
    ...listRetry,
  })

const UNIQUE_VIOLATION = '23505'

export const isNameTaken = (error: unknown): boolean =>
  error instanceof RequestError && error.code === UNIQUE_VIOLATION

/** Creates a reader, or changes the one with this id. Resolves with its id. */
export function useSaveReader(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...fields }: ReaderFields & { id: string | null }) => {
      const table = supabase().from('prompts')
      const rows = await dataOf(
        id === null
          ? table.insert({ ...fields, kind: 'reader' }).select('id')
          : table.update(fields).eq('id', id).select('id'),
      )
      return rows[0]?.id ?? null
    },
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: noteKeys.readers(userId) }),
  })
}

export function useDeleteReader(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => expectSuccess(supabase().from('prompts').delete().eq('id', id)),
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: noteKeys.readers(userId) }),
  })
}
