import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { scriptKeys } from './script-keys.ts'

async function countChats(userId: string, scriptId: string, signal: AbortSignal): Promise<number> {
  const chats = supabase()
    .from('chat_conversations')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .eq('script_id', scriptId)
    .abortSignal(signal)
  return dataOf(chats.then(({ count, error, status }) => ({ data: count, error, status })))
}

/** How many chats there are about a script; disabled without an id. */
export const useChatCount = (userId: string, scriptId: string | undefined) =>
  useQuery({
    queryKey: scriptKeys.chatCount(scriptId ?? ''),
    queryFn: ({ signal }) => countChats(userId, scriptId ?? '', signal),
    enabled: scriptId !== undefined,
    // Chats are created and deleted in the editor: always count again.
    staleTime: 0,
    gcTime: 0,
  })
