import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import type { Message } from './messages.ts'

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
