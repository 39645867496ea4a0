import {
  useMutation,
  useQueryClient,
  type QueryClient,
  queryOptions,
  useMutationState,
  useQuery,
} from '@tanstack/react-query'
import { dataOf, RequestError, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import type { Message } from './messages.ts'
import type { Conversation } from './conversations.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'

/** The error code if it was already deleted. */
export const MESSAGE_MISSING = 'message_missing'

async function deleteMessage(messageId: string): Promise<void> {
  const deleted = await dataOf(
    supabase().from('chat_messages').delete().eq('id', messageId).select('id'),
  )
  if (deleted.length === 0) throw new RequestError('Message not found.', MESSAGE_MISSING)
}

/** Optimistic: a failure restores the message. */
export function useDeleteMessage(conversationId: string) {
  const queryClient = useQueryClient()
  const queryKey = chatKeys.messages(conversationId)
  return useMutation({
    mutationFn: deleteMessage,
    onMutate: async (messageId) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Message[]>(queryKey)
      queryClient.setQueryData<Message[]>(queryKey, (list) =>
        list?.filter(({ id }) => id !== messageId),
      )
      return before
    },
    onError: (_error, _messageId, before) => {
      if (before) queryClient.setQueryData(queryKey, before)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

export function useDeleteConversation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: chatKeys.deletion,
    mutationFn: (conversationId: string) =>
      expectSuccess(supabase().rpc('delete_conversation', { conversation_id: conversationId })),
    onSuccess: (_nothing, conversationId) => {
      queryClient.setQueryData<Conversation[]>(chatKeys.conversations(userId), (list) =>
        list?.filter(({ id }) => id !== conversationId),
      )
      queryClient.removeQueries({ queryKey: chatKeys.messages(conversationId) })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatKeys.all }),
  })
}

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
