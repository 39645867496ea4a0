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
import { afterPaint } from '../../../lib/timing.ts'
import { scriptKeys } from './script.ts'

export type SavedScript = Pick<
  Database['public']['Tables']['scripts']['Row'],
  'id' | 'title' | 'preview' | 'created_at' | 'updated_at'
> & {
  /** When the script was saved or its working text changed, whichever was later. */
  modified_at: string
  /** Null until it is measured as it is now. */
  length: ScriptLength | null
  tags: readonly TagOnScript[]
}

/** A tag that a script has: the row that says so, and the tag's id. */
type TagOnScript = { id: string; tag_id: string }

export type ScriptLength = { pages: number; scenes: number }

/** `next` is the upper bound of `saved_at` for the next page; null on the last page. */
type ScriptPage = { scripts: SavedScript[]; next: string | null }
export type ScriptPages = InfiniteData<ScriptPage>

/** Scripts to be deleted, with the chats about them or without. */
export type Deletion = { scriptIds: readonly string[]; withChats: boolean }

/** Enough to fill the screen, in four columns or in a list; later pages are as large as the server allows. */
const FIRST_PAGE = Math.min(60, 4 * Math.ceil(window.innerHeight / 250) + 4)
/** A failure this recent is shown instead of being retried on mount. */
const RECENT_FAILURE = 5_000

const COLUMNS =
  'saved_at, pages, scenes, measured_at, scripts(id, title, preview, created_at, updated_at, script_drafts(updated_at), script_tags(id, tag_id))'

type Row = Pick<
  Database['public']['Tables']['saved_scripts']['Row'],
  'saved_at' | 'pages' | 'scenes' | 'measured_at'
> & {
  scripts: Pick<
    Database['public']['Tables']['scripts']['Row'],
    'id' | 'title' | 'preview' | 'created_at' | 'updated_at'
  > & { script_drafts: { updated_at: string }[]; script_tags: TagOnScript[] }
}

function savedScript({ scripts, pages, scenes, measured_at }: Row): SavedScript {
  const { script_drafts, script_tags, ...script } = scripts
  const typed = script_drafts[0]?.updated_at ?? ''
  const isMeasured = pages !== null && scenes !== null && measured_at === script.updated_at
  return {
    ...script,
    // Timestamps are all in UTC, so they compare as text.
    modified_at: typed > script.updated_at ? typed : script.updated_at,
    length: isMeasured ? { pages, scenes } : null,
    tags: script_tags,
  }
}

async function readPage(userId: string, upTo: string | null, signal: AbortSignal) {
  const most = upTo === null ? FIRST_PAGE : MAX_ROWS
  const saved = supabase().from('saved_scripts').select(COLUMNS).eq('user_id', userId)
  const rows = await dataOf(
    (upTo === null ? saved : saved.lte('saved_at', upTo))
      .order('saved_at', { ascending: false })
      .limit(most)
      .abortSignal(signal),
  )
  const last = rows.length === most ? (rows.at(-1)?.saved_at ?? null) : null
  return { scripts: rows.map(savedScript), next: last === upTo ? null : last }
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

/** The pages with each script as `change` makes it; null removes it. */
export const withEach = (
  pages: ScriptPages,
  change: (script: SavedScript) => SavedScript | null,
): ScriptPages => ({
  ...pages,
  pages: pages.pages.map(({ scripts, next }) => ({
    scripts: scripts.flatMap((script) => change(script) ?? []),
    next,
  })),
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
    if (!hasNextPage || isFetching || isError) return undefined
    const waiting = new AbortController()
    // The first cards are painted before the server and the browser work on a thousand others.
    afterPaint(() => {
      if (!waiting.signal.aborted) void fetchNextPage()
    })
    return () => waiting.abort()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  const deleting = useMutationState({
    filters: { mutationKey: scriptKeys.deletion, status: 'pending' },
    select: ({ state }) => (state.variables as Deletion).scriptIds,
  })
  const scripts = useMemo(() => {
    const gone = new Set(deleting.flat())
    return scriptsOf(data).filter(({ id }) => !gone.has(id))
  }, [data, deleting])
  return { ...query, scripts, isComplete: data !== undefined && !hasNextPage }
}
