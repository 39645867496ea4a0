import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAX_ROWS } from '../../../../contract/limits.ts'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

type Row = Database['public']['Tables']['script_versions']['Row']
type DraftRow = Database['public']['Tables']['script_drafts']['Row']

export type Version = Pick<Row, 'id' | 'number' | 'created_at' | 'origin' | 'label' | 'job_id'> & {
  words: number
}

/** The state of the working text: its last version, and what was done to it since. */
export type Draft = Pick<DraftRow, 'version_id' | 'pending_origin' | 'updated_at'>

export const historyKeys = {
  list: (workId: string) => ['history', 'list', workId] as const,
  draft: (workId: string) => ['history', 'draft', workId] as const,
  text: (versionId: string) => ['history', 'text', versionId] as const,
}

/** Newest first. */
export const historyQuery = (workId: string) =>
  infiniteQueryOptions({
    queryKey: historyKeys.list(workId),
    queryFn: async ({ pageParam: from, signal }) => {
      const rows = await dataOf(
        supabase()
          .rpc('script_history', { work_id: workId })
          .range(from, from + MAX_ROWS - 1)
          .abortSignal(signal),
      )
      return rows as Version[]
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < MAX_ROWS ? undefined : pages.length * MAX_ROWS,
    ...listRetry,
    // Not cached: versions are also made elsewhere, and while typing.
    gcTime: 0,
  })

export const draftQuery = (workId: string) =>
  queryOptions({
    queryKey: historyKeys.draft(workId),
    queryFn: async ({ signal }): Promise<Draft | null> => {
      const rows = await dataOf(
        supabase()
          .from('script_drafts')
          .select('version_id, pending_origin, updated_at')
          .eq('work_id', workId)
          .abortSignal(signal),
      )
      return rows[0] ?? null
    },
    ...listRetry,
    gcTime: 0,
  })

export const versionTextQuery = (versionId: string) =>
  queryOptions({
    queryKey: historyKeys.text(versionId),
    queryFn: ({ signal }) =>
      dataOf(supabase().rpc('version_text', { version_id: versionId }).abortSignal(signal)),
    ...listRetry,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const refetchHistory = (queryClient: QueryClient, workId: string) =>
  Promise.all(
    [historyKeys.list(workId), historyKeys.draft(workId)].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** Makes an old text the current one. Returns the number of the version that this makes. */
export async function restoreVersion(versionId: string, request: string): Promise<number> {
  const args = { version_id: versionId, request }
  const made = await dataOf(supabase().rpc('restore_version_for', args))
  return made.number
}

/** The texts before and after a version with this number was restored. */
export async function restoredTexts(workId: string, restored: number) {
  const versions = await dataOf(
    supabase()
      .from('script_versions')
      .select('id')
      .eq('work_id', workId)
      .in('number', [restored - 1, restored])
      .order('number'),
  )
  const texts = versions.map(({ id }) => dataOf(supabase().rpc('version_text', { version_id: id })))
  const [before = '', after = ''] = await Promise.all(texts)
  return { before, after }
}

/** Names a version; an empty label removes its name. */
export async function nameVersion(
  queryClient: QueryClient,
  workId: string,
  versionId: string,
  label: string,
): Promise<void> {
  await dataOf(supabase().rpc('name_version', { version_id: versionId, label }))
  await queryClient.invalidateQueries({ queryKey: historyKeys.list(workId) })
}
