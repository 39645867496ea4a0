import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../contract/tables.ts'
import { isId } from '../../lib/ids.ts'
import { listRetry } from '../../lib/backend/list-retry.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import { hasUnsentCopies } from './storage/unsent-copies.ts'

export type OpenText = {
  workId: string
  revision: number
  /** When the script was saved with this text, which its row has then: `text` is null. With neither, only this browser has it. */
  savedAt: string | null
  text: string | null
  attachments: readonly Attachment[]
}

/** A file that belongs to the text. */
export type Attachment = Pick<
  Database['public']['Tables']['attachments']['Row'],
  'id' | 'name' | 'kind' | 'characters'
>

/** The working text with this id, of a script that is saved or not. Null if there is none. */
export const openTextQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: ['open-text', id] as const,
    queryFn: async ({ signal }): Promise<OpenText | null> => {
      if (!isId(id)) return null
      // What was typed right before a reload may be in this browser only.
      const [rows, isHere] = await Promise.all([
        dataOf(supabase().rpc('open_text', { script_id: id }, { get: true }).abortSignal(signal)),
        hasUnsentCopies(userId, id),
      ])
      const row = rows[0]
      if (row)
        return {
          workId: row.work_id,
          revision: row.revision,
          savedAt: row.saved_at,
          text: row.text,
          attachments: row.attachments as Attachment[],
        }
      return isHere ? { workId: id, revision: 0, savedAt: null, text: null, attachments: [] } : null
    },
    ...listRetry,
    // Never refetched: the working text follows all later changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
