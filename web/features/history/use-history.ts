import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTableChanges } from '../../lib/backend/use-table-changes.ts'
import {
  type Draft,
  draftQuery,
  historyKeys,
  historyQuery,
  refetchHistory,
  type Version,
} from './api/history.ts'
import { usePrompts } from './api/prompts.ts'
import { versionName, versionTitle } from './list/version-facts.ts'

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
