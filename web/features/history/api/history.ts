import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

type Row = Database['public']['Tables']['script_versions']['Row']

export type Version = Pick<Row, 'id' | 'number' | 'created_at' | 'origin' | 'label'> & {
  words: number
}

export type HistoryPage = {
  versions: Version[]
  /** The version that the working text equals; null while it differs from all of them. */
  currentId: string | null
}

const PAGE_SIZE = 100

const keys = {
  list: (workId: string) => ['history', 'list', workId] as const,
  text: (versionId: string) => ['history', 'text', versionId] as const,
}

/** Newest first. */
export const historyQuery = (workId: string) =>
  infiniteQueryOptions({
    queryKey: keys.list(workId),
    queryFn: async ({ pageParam: from, signal }): Promise<HistoryPage> => {
      const [rows, drafts] = await Promise.all([
        dataOf(
          supabase()
            .rpc('script_history', { work_id: workId })
            .range(from, from + PAGE_SIZE - 1)
            .abortSignal(signal),
        ),
        dataOf(
          supabase()
            .from('script_drafts')
            .select('version_id, pending_origin')
            .eq('work_id', workId)
            .abortSignal(signal),
        ),
      ])
      const draft = drafts[0]
      return {
        versions: rows as Version[],
        currentId: draft && draft.pending_origin === null ? draft.version_id : null,
      }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.versions.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE,
    ...listRetry,
    // Versions are also made elsewhere, and while typing.
    gcTime: 0,
  })

export const versionTextQuery = (versionId: string) =>
  queryOptions({
    queryKey: keys.text(versionId),
    queryFn: ({ signal }) =>
      dataOf(supabase().rpc('version_text', { version_id: versionId }).abortSignal(signal)),
    ...listRetry,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useRestoreVersion(workId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (versionId: string) =>
      dataOf(supabase().rpc('restore_version', { version_id: versionId })),
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.list(workId) }),
  })
}
