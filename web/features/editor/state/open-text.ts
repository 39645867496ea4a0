import { queryOptions } from '@tanstack/react-query'
import { isId } from '../../../lib/ids.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

export type OpenText = {
  workId: string
  revision: number
  /** When the script was saved with this text; if `text` is null, the script's row has it. */
  savedAt: string | null
  text: string | null
}

/** The working text with this id, of a script that is saved or not. Null if there is none. */
export const openTextQuery = (id: string) =>
  queryOptions({
    queryKey: ['open-text', id] as const,
    queryFn: async ({ signal }): Promise<OpenText | null> => {
      if (!isId(id)) return null
      const rows = await dataOf(supabase().rpc('open_text', { script_id: id }).abortSignal(signal))
      const row = rows[0]
      return row
        ? { workId: row.work_id, revision: row.revision, savedAt: row.saved_at, text: row.text }
        : null
    },
    ...listRetry,
    // Never refetched: the working text follows all later changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
