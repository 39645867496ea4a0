import { queryOptions } from '@tanstack/react-query'
import { isId } from '../../../lib/ids.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

/** The text of one answer; null if it does not exist or belongs to someone else. */
export const answerQuery = (messageId: string) =>
  queryOptions({
    queryKey: chatKeys.answer(messageId),
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!isId(messageId)) return null
      const rows = await dataOf(
        supabase().from('chat_messages').select('content').eq('id', messageId).abortSignal(signal),
      )
      return rows[0]?.content ?? null
    },
    ...listRetry,
    staleTime: Number.POSITIVE_INFINITY,
  })
