import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

/** Makes a withheld answer the script. */
export function useWithheldAnswer(conversationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) =>
      expectSuccess(supabase().rpc('use_answer', { message_id: messageId })),
    // Fail at once when offline instead of pausing until the connection is back.
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.messages(conversationId) }),
  })
}
