import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

/** Makes an answer the working text. */
export function useAnswerMutation(conversationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) =>
      dataOf(supabase().rpc('use_answer', { message_id: messageId })),
    // Fail at once when offline instead of pausing until the connection is back.
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.messages(conversationId) }),
  })
}
