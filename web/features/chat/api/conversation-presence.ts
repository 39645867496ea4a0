import { type QueryClient, queryOptions, useMutationState, useQuery } from '@tanstack/react-query'
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
      // RLS hides the row from restricted users; treat it as present.
      const canRead = rows[0]?.approved === true
      return !canRead || rows[0]?.chat_conversations.length !== 0
    },
    ...listRetry,
    // The conversation was chosen from a list, so it exists: refetch only when a deletion is reported.
    initialData: true,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Asks the server whether the conversation still exists. */
export const isConversationThere = (
  queryClient: QueryClient,
  userId: string,
  conversationId: string,
): Promise<boolean> =>
  queryClient.fetchQuery({ ...presenceQuery(userId, conversationId), staleTime: 0 })

/** The conversation's id if it was deleted, and not by this page. */
export function useDeletedElsewhere(userId: string, conversationId: string | null): string | null {
  const { data: isPresent } = useQuery({
    ...presenceQuery(userId, conversationId ?? ''),
    enabled: conversationId !== null,
  })
  const deletedHere = useMutationState({
    filters: { mutationKey: chatKeys.deletion, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state }) => state.variables as string,
  })
  if (conversationId === null || isPresent || deletedHere.includes(conversationId)) return null
  return conversationId
}
