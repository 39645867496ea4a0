import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database, Json } from '../../../../contract/tables.ts'
import { isId } from '../../../lib/ids.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

export const scriptKeys = {
  all: ['scripts'] as const,
  saved: (userId: string) => ['scripts', 'saved', userId] as const,
  titles: (userId: string) => ['scripts', 'titles', userId] as const,
  one: (scriptId: string) => ['scripts', 'one', scriptId] as const,
  found: (userId: string, words: string) => ['scripts', 'found', userId, words] as const,
  foundTitles: (userId: string, words: string) => ['scripts', 'titled', userId, words] as const,
  chatCount: (scriptId: string) => ['scripts', 'chats', scriptId] as const,
  deletion: ['scripts', 'deletion'] as const,
}

type Row = Database['public']['Tables']['scripts']['Row']

/** A script as last saved, with its content as text. */
export type StoredScript = {
  id: string
  title: string
  text: string
  updatedAt: string
}

/** Content is a string, or an object with a string `value`. */
function contentText(content: Json): string {
  if (typeof content === 'string') return content
  const value =
    content !== null && typeof content === 'object' && !Array.isArray(content)
      ? content['value']
      : undefined
  return typeof value === 'string' ? value : ''
}

const storedScript = (row: Pick<Row, 'id' | 'title' | 'content' | 'updated_at'>) => ({
  id: row.id,
  title: row.title,
  text: contentText(row.content),
  updatedAt: row.updated_at,
})

/** Null if the script does not exist or belongs to someone else. */
export async function readScript(
  userId: string,
  scriptId: string,
  signal: AbortSignal,
): Promise<StoredScript | null> {
  if (!isId(scriptId)) return null
  const rows = await dataOf(
    supabase()
      .from('scripts')
      .select('id, title, content, updated_at')
      .eq('id', scriptId)
      .eq('user_id', userId)
      .abortSignal(signal),
  )
  return rows[0] ? storedScript(rows[0]) : null
}

/** Null if the script does not exist or belongs to someone else. */
export const scriptQuery = (userId: string, scriptId: string) =>
  queryOptions({
    queryKey: scriptKeys.one(scriptId),
    queryFn: ({ signal }) => readScript(userId, scriptId, signal),
    ...listRetry,
    // Changes elsewhere are announced, and saving detects those that were missed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export type ScriptTitle = { id: string; title: string }

/** One page of titles, newest first; older scripts are found by searching. */
export const scriptTitlesQuery = (userId: string) =>
  queryOptions({
    queryKey: scriptKeys.titles(userId),
    queryFn: ({ signal }): Promise<ScriptTitle[]> =>
      dataOf(
        supabase()
          .from('scripts')
          .select('id, title')
          .eq('user_id', userId)
          .order('updated_at', { ascending: false })
          .abortSignal(signal),
      ),
    ...listRetry,
    refetchOnWindowFocus: 'always',
  })

export const useScriptTitles = (userId: string) => useQuery(scriptTitlesQuery(userId))
