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

/** The working text of a script, or else of a conversation. Null if neither exists. */
export const openTextQuery = (scriptId: string | null, conversationId: string | null) =>
  queryOptions({
    queryKey: ['open-text', scriptId ?? conversationId] as const,
    queryFn: async ({ signal }): Promise<OpenText | null> => {
      const id = scriptId ?? conversationId
      if (id === null || !isId(id)) return null
      const rows = await dataOf(
        supabase()
          .rpc('open_text', scriptId === null ? { conversation_id: id } : { script_id: id })
          .abortSignal(signal),
      )
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
