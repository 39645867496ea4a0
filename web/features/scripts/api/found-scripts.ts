import { useQuery } from '@tanstack/react-query'
import { MOST_ROWS } from '../../../../contract/limits.ts'
import { containing } from '../../../lib/matching-titles.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { scriptKeys } from './script-keys.ts'
import type { ScriptTitle } from './script-titles.ts'

const MOST = 200

const search = (words: string, signal: AbortSignal) =>
  dataOf(supabase().rpc('search_scripts', { query: words, max_results: MOST }).abortSignal(signal))

/** The scripts that have the words in their text, as the server finds them. */
export const useFoundScripts = (userId: string, words: string) =>
  useQuery({
    queryKey: scriptKeys.found(userId, words),
    queryFn: async ({ signal }) => (await search(words, signal)).map(({ id }) => id),
    enabled: words !== '',
    staleTime: 30_000,
  })

type Found = { ids: string[]; older: (ScriptTitle & { updated_at: string })[] }

/** The same for a list of titles; those that it has no room for come with theirs. */
async function find(
  userId: string,
  words: string,
  list: readonly ScriptTitle[],
  signal: AbortSignal,
): Promise<Found> {
  const isAll = list.length < MOST_ROWS
  const titled = supabase()
    .from('scripts')
    .select('id, title, updated_at')
    .eq('user_id', userId)
    .ilike('title', containing(words))
    .order('updated_at', { ascending: false })
    .abortSignal(signal)
  const [found, named] = await Promise.all([search(words, signal), isAll ? [] : dataOf(titled)])
  return { ids: found.map(({ id }) => id), older: isAll ? [] : [...named, ...found] }
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
