import {
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTableChanges } from '../../lib/backend/table-changes.ts'
import {
  type Draft,
  draftQuery,
  historyKeys,
  historyQuery,
  refetchHistory,
  type Version,
} from './api/history.ts'
import { versionName, versionTitle } from './list/version-facts.ts'
import { listRetry } from '../../lib/backend/list-retry.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'

/** Jobs in each request. */
const MAX_JOBS = 50

type Prompt = { id: string; prompt: string }

const promptsQuery = (jobIds: readonly string[]) =>
  queryOptions({
    queryKey: ['history', 'prompts', ...jobIds],
    queryFn: ({ signal }): Promise<Prompt[]> =>
      dataOf(
        supabase()
          .from('generation_jobs')
          .select('id, prompt')
          .in('id', [...jobIds])
          .abortSignal(signal),
      ),
    ...listRetry,
    // A prompt never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Groups of job ids, oldest first: only the last group changes when an answer is added. */
function groupsOf(versions: readonly Version[]): string[][] {
  const ids = [...new Set(versions.flatMap(({ job_id }) => job_id ?? []))].toReversed()
  return Array.from({ length: Math.ceil(ids.length / MAX_JOBS) }, (_, index) =>
    ids.slice(index * MAX_JOBS, (index + 1) * MAX_JOBS),
  )
}

/** The prompts by job id; those not loaded yet are missing. */
function usePrompts(versions: readonly Version[]): ReadonlyMap<string, string> {
  const groups = useMemo(() => groupsOf(versions), [versions])
  return useQueries({
    queries: groups.map(promptsQuery),
    combine: promptsByJob,
  })
}

function promptsByJob(results: readonly { data?: Prompt[] | undefined }[]) {
  return new Map(results.flatMap(({ data = [] }) => data.map(({ id, prompt }) => [id, prompt])))
}

const TABLES = ['script_drafts'] as const

const NONE: readonly Version[] = []

/** All versions of a text, newest first, kept up to date. */
export function useHistory(workId: string) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(historyQuery(workId))
  const draft = useQuery(draftQuery(workId)).data ?? null
  const versions = useMemo(() => list.data?.pages.flat() ?? NONE, [list.data])
  const prompts = usePrompts(versions)
  const { hasNextPage, isFetching, isPending, fetchStatus, error, fetchNextPage, refetch } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])

  useTableChanges(TABLES, `work_id=eq.${workId}`, (change) => {
    if (!change || change.eventType === 'DELETE') {
      void refetchHistory(queryClient, workId)
      return
    }
    const { version_id, pending_origin, updated_at } = change.new as Draft
    queryClient.setQueryData(historyKeys.draft(workId), { version_id, pending_origin, updated_at })
    // Typing in another tab changes the draft often, and the list only when it becomes a version.
    if (version_id !== versions[0]?.id)
      void queryClient.invalidateQueries({ queryKey: historyKeys.list(workId) })
  })

  return useMemo(
    () => ({
      versions,
      draft,
      /** The version that the working text equals; null while it differs from the last one. */
      currentId: draft && draft.pending_origin === null ? draft.version_id : null,
      titleOf: (version: Version) => versionTitle(version, prompts),
      nameOf: (version: Version) => versionName(version, prompts),
      isPending,
      isOffline: fetchStatus === 'paused',
      error: versions.length === 0 ? error : null,
      refetch,
    }),
    [versions, draft, prompts, isPending, fetchStatus, error, refetch],
  )
}

export type History = ReturnType<typeof useHistory>
