import { queryOptions, useQuery } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { scriptKeys } from './script-keys.ts'

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
