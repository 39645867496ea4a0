import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutationState,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { MAX_ROWS } from '../../../../contract/limits.ts'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { scriptKeys } from './script-keys.ts'

export type SavedScript = Pick<
  Database['public']['Tables']['scripts']['Row'],
  'id' | 'title' | 'preview' | 'created_at' | 'updated_at'
>

/** `next` is the upper bound of `saved_at` for the next page; null on the last page. */
type ScriptPage = { scripts: SavedScript[]; next: string | null }
export type ScriptPages = InfiniteData<ScriptPage>

/** A script to be deleted, with the chats about it or without. */
export type Deletion = { scriptId: string; withChats: boolean }

/** Enough for a tall screen; later pages are as large as the server allows. */
const FIRST_PAGE = 60
/** A failure this recent is shown instead of being retried on mount. */
const RECENT_FAILURE = 5_000

async function readPage(userId: string, upTo: string | null, signal: AbortSignal) {
  const most = upTo === null ? FIRST_PAGE : MAX_ROWS
  const saved = supabase()
    .from('saved_scripts')
    .select('saved_at, scripts(id, title, preview, created_at, updated_at)')
    .eq('user_id', userId)
  const rows = await dataOf(
    (upTo === null ? saved : saved.lte('saved_at', upTo))
      .order('saved_at', { ascending: false })
      .limit(most)
      .abortSignal(signal),
  )
  const last = rows.length === most ? (rows.at(-1)?.saved_at ?? null) : null
  return { scripts: rows.map(({ scripts }) => scripts), next: last === upTo ? null : last }
}

export const savedScriptsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: scriptKeys.saved(userId),
    queryFn: ({ pageParam, signal }): Promise<ScriptPage> => readPage(userId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ScriptPage) => next,
    ...listRetry,
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > RECENT_FAILURE,
    // When the tab becomes visible again.
    refetchOnWindowFocus: 'always',
  })

/** Pages overlap at `saved_at`, so that nothing is missed when the list changes between two requests. */
export function scriptsOf(pages: ScriptPages | undefined): SavedScript[] {
  const byId = new Map<string, SavedScript>()
  for (const { scripts } of pages?.pages ?? []) {
    for (const script of scripts) if (!byId.has(script.id)) byId.set(script.id, script)
  }
  return [...byId.values()]
}

/** The user's scripts without those being deleted. Loads the first page, then all others. */
export function useSavedScripts(userId: string) {
  const query = useInfiniteQuery(savedScriptsQuery(userId))
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  const deleting = useMutationState({
    filters: { mutationKey: scriptKeys.deletion, status: 'pending' },
    select: ({ state }) => (state.variables as Deletion).scriptId,
  })
  const scripts = useMemo(
    () => scriptsOf(data).filter(({ id }) => !deleting.includes(id)),
    [data, deleting],
  )
  return { ...query, scripts, isComplete: data !== undefined && !hasNextPage }
}
