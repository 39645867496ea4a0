import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf, expectSuccess, RequestError } from '../../../lib/backend/request-error.ts'
import { requireSession } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import type { Message } from './messages.ts'

const TOPIC = 'Script Writing'
const UNIQUE_VIOLATION = '23505'

/** The messages that are already saved as examples. */
export const useKeptMessages = (userId: string, isEnabled: boolean) =>
  useQuery({
    queryKey: chatKeys.keptMessages(userId),
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const rows = await dataOf(
        supabase()
          .from('golden_examples')
          .select('message_id')
          .eq('user_id', userId)
          .not('message_id', 'is', null)
          .abortSignal(signal),
      )
      return new Set(rows.flatMap(({ message_id }) => message_id ?? []))
    },
    enabled: isEnabled,
    staleTime: 60_000,
  })

async function keep(message: Message): Promise<void> {
  const { user } = await requireSession()
  try {
    await expectSuccess(
      supabase().from('golden_examples').insert({
        user_id: user.id,
        content: message.content,
        topic: TOPIC,
        message_id: message.id,
      }),
    )
  } catch (error) {
    // Already saved in another tab.
    if (!(error instanceof RequestError && error.code === UNIQUE_VIOLATION)) throw error
  }
}

export function useKeepMessage(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: keep,
    onSuccess: (_nothing, { id }) => {
      queryClient.setQueryData<ReadonlySet<string>>(
        chatKeys.keptMessages(userId),
        (kept) => new Set([...(kept ?? []), id]),
      )
    },
  })
}
