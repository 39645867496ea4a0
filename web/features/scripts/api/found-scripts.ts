import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../../lib/request-error.ts'
import { supabase } from '../../../lib/supabase.ts'
import { scriptKeys } from './script-keys.ts'

const MOST = 200

const foundScriptsQuery = (userId: string, words: string) =>
  queryOptions({
    queryKey: scriptKeys.found(userId, words),
    queryFn: async ({ signal }) => {
      const rows = await dataOf(
        supabase().rpc('search_scripts', { query: words, max_results: MOST }).abortSignal(signal),
      )
      return rows.map(({ id }) => id)
    },
    enabled: words !== '',
    staleTime: 30_000,
  })

/** The scripts that have the words in their text, as the server finds them. */
export const useFoundScripts = (userId: string, words: string) =>
  useQuery(foundScriptsQuery(userId, words))
