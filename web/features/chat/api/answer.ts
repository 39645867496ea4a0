import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isId } from '../../../lib/ids.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import type { Message } from './messages.ts'

type AnswerText = Pick<Message, 'content' | 'changes' | 'withheld'>

/** One answer; null if it does not exist or belongs to someone else. */
export const answerQuery = (messageId: string) =>
  queryOptions({
    queryKey: chatKeys.answer(messageId),
    queryFn: async ({ signal }): Promise<AnswerText | null> => {
      if (!isId(messageId)) return null
      const rows = await dataOf(
        supabase()
          .from('chat_messages')
          .select('content, changes, withheld')
          .eq('id', messageId)
          .abortSignal(signal),
      )
      return (rows[0] as AnswerText | undefined) ?? null
    },
    ...listRetry,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Makes an answer the working text. */
export function useAnswerMutation(conversationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ messageId, request }: { messageId: string; request: string }) =>
      dataOf(supabase().rpc('use_answer_for', { message_id: messageId, request })),
    // Fail at once when offline instead of pausing until the connection is back.
    networkMode: 'always',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.messages(conversationId) }),
  })
}
