import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf, expectSuccess, RequestError } from '../../../lib/backend/request-error.ts'
import { requireSession, SIGNED_OUT } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import type { Message } from './messages.ts'
import { createContext, useMemo, useRef } from 'react'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

const TOPIC = 'Script Writing'
const UNIQUE_VIOLATION = '23505'

/** The messages that are already saved as examples. */
const useKeptMessages = (userId: string, isEnabled: boolean) =>
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

async function keepAnswer(message: Message): Promise<void> {
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

function useKeepMessage(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: keepAnswer,
    onSuccess: (_nothing, { id }) => {
      queryClient.setQueryData<ReadonlySet<string>>(
        chatKeys.keptMessages(userId),
        (kept) => new Set([...(kept ?? []), id]),
      )
    },
  })
}

const { chat } = messages

type Loop = {
  kept: ReadonlySet<string>
  /** The id of the message being saved. */
  keeping: string | undefined
  keep: (message: Message) => Promise<void>
  /** Shows all examples. */
  manage: () => void
}

/** Undefined for users without access, who see nothing of it. */
export const LearningLoop = createContext<Loop | undefined>(undefined)

const none: ReadonlySet<string> = new Set()

export function useLearningLoop(
  userId: string,
  hasAccess: boolean,
  manage: () => void,
): Loop | undefined {
  const { data: kept = none } = useKeptMessages(userId, hasAccess)
  const { mutateAsync, isPending, variables } = useKeepMessage(userId)
  const keeping = isPending ? variables.id : undefined
  const pending = useRef(new Set<string>())
  return useMemo(() => {
    if (!hasAccess) return undefined
    async function keep(message: Message): Promise<void> {
      // A double click.
      if (pending.current.has(message.id)) return
      pending.current.add(message.id)
      try {
        await mutateAsync(message)
        showToast({ title: chat.keepDone, kind: 'success' })
      } catch (error) {
        showToast({ title: sentenceOf(error), kind: 'error' })
      } finally {
        pending.current.delete(message.id)
      }
    }
    return { kept, keeping, keep, manage }
  }, [hasAccess, kept, keeping, mutateAsync, manage])
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof RequestError)) return chat.keepFailed
  if (error.code === SIGNED_OUT) return chat.keepSignedOut
  return error.message === 'too_many_examples' ? chat.keepFull : chat.keepFailed
}
