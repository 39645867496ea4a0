import { queryOptions, useMutationState, useQuery } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

const presenceQuery = (userId: string, conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.presence(conversationId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const rows = await dataOf(
        supabase()
          .from('profiles')
          .select('approved, chat_conversations(id)')
          .eq('id', userId)
          .eq('chat_conversations.id', conversationId)
          .abortSignal(signal),
      )
      // Who is restricted sees nothing, and yet it is there.
      const sees = rows[0]?.approved === true
      return !sees || rows[0]?.chat_conversations.length !== 0
    },
    ...listRetry,
    // Asked only when there are news: it was chosen from a list.
    initialData: true,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The conversation, if it was deleted, and not by a question that this page asked. */
export function useDeletedElsewhere(userId: string, conversationId: string | null): string | null {
  const { data: isThere } = useQuery({
    ...presenceQuery(userId, conversationId ?? ''),
    enabled: conversationId !== null,
  })
  const deletedHere = useMutationState({
    filters: { mutationKey: chatKeys.deletion, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state }) => state.variables as string,
  })
  if (conversationId === null || isThere || deletedHere.includes(conversationId)) return null
  return conversationId
}
