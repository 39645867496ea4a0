import { useQuery } from '@tanstack/react-query'
import { MAX_ROWS } from '../../../../contract/limits.ts'
import { containing } from '../../../lib/matching-titles.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { scriptKeys, type ScriptTitle } from './script.ts'

const MAX_RESULTS = 200

const search = (words: string, signal: AbortSignal) =>
  dataOf(
    supabase()
      .rpc('search_scripts', { query: words, max_results: MAX_RESULTS })
      .abortSignal(signal),
  )

/** Full-text search on the server. */
export const useFoundScripts = (userId: string, words: string) =>
  useQuery({
    queryKey: scriptKeys.found(userId, words),
    queryFn: async ({ signal }) => (await search(words, signal)).map(({ id }) => id),
    enabled: words !== '',
    staleTime: 30_000,
  })

type Found = { ids: string[]; older: (ScriptTitle & { updated_at: string })[] }

/** The same for the sidebar's titles. If its list is truncated, matches beyond it come with their title. */
async function find(
  userId: string,
  words: string,
  list: readonly ScriptTitle[],
  signal: AbortSignal,
): Promise<Found> {
  const isComplete = list.length < MAX_ROWS
  const titled = supabase()
    .from('scripts')
    .select('id, title, updated_at')
    .eq('user_id', userId)
    .ilike('title', containing(words))
    .order('updated_at', { ascending: false })
    .abortSignal(signal)
  const [found, named] = await Promise.all([
    search(words, signal),
    isComplete ? [] : dataOf(titled),
  ])
  return { ids: found.map(({ id }) => id), older: isComplete ? [] : [...named, ...found] }
}

export const useFoundTitles = (
  userId: string,
  words: string,
  list: readonly ScriptTitle[] | undefined,
) =>
  useQuery({
    queryKey: scriptKeys.foundTitles(userId, words),
    queryFn: ({ signal }) => find(userId, words, list ?? [], signal),
    enabled: words !== '' && list !== undefined,
    staleTime: 30_000,
  })
