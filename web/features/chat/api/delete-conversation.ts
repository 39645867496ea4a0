import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import type { Conversation } from './conversations.ts'

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
