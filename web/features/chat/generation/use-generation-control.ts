import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { newId } from '../../../lib/ids.ts'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { chatKeys } from '../api/chat-keys.ts'
import { type GenerationRequest, runningJobQuery } from '../api/generation.ts'
import { type Message, messagesQuery } from '../api/messages.ts'
import { chatPlace } from '../failure-place.ts'
import type { Outcome } from './generation.ts'
import { generations, useGeneration } from './generations.ts'
import { outcomeNotice } from './outcome-notice.ts'

const words = messages.generation

/**
 * Starts, joins and stops generations. At the end, refetches the conversation for the stored answer and calls
 * `readScript` for the changed script.
 */
export function useGenerationControl(
  userId: string,
  conversationId: string | null,
  readScript: () => Promise<void>,
) {
  const queryClient = useQueryClient()
  const generation = useGeneration(conversationId)

  const finish = useCallback(
    async (conversation: string, outcome: Outcome): Promise<void> => {
      void queryClient.invalidateQueries({ queryKey: chatKeys.allowance(userId) })
      void queryClient.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
      // After a refusal, a generation started by another tab may be running.
      void queryClient.invalidateQueries({ queryKey: chatKeys.running(conversation) })
      if (outcome.kind === 'stopped') {
        // Do not wait for the cancellation: stopping works offline too.
        report(chatPlace(conversation), outcomeNotice(outcome))
        void outcome.cancelled.then(() => {
          void queryClient.invalidateQueries({ queryKey: chatKeys.all })
          return readScript()
        })
        return
      }
      // The stored answer replaces the growing one; offline, the growing one stays.
      const messagesNow = queryClient.fetchQuery({ ...messagesQuery(conversation), staleTime: 0 })
      await Promise.allSettled([messagesNow, readScript()])
      report(chatPlace(conversation), outcomeNotice(outcome))
    },
    [queryClient, userId, readScript],
  )

  const start = useCallback(
    (request: Omit<GenerationRequest, 'idempotencyKey'>, continued?: Message) => {
      const { conversationId: conversation } = request
      clearFailure(chatPlace(conversation))
      void generations.start({ ...request, idempotencyKey: newId() }, continued?.content ?? '', {
        onWaiting: () => showToast({ title: words.waitingTitle, message: words.waiting }),
        onAccepted: () =>
          void queryClient.invalidateQueries({ queryKey: chatKeys.allowance(userId) }),
        onEnd: (outcome) => finish(conversation, outcome),
      })
    },
    [finish, queryClient, userId],
  )

  const { data: job } = useQuery({
    ...runningJobQuery(conversationId ?? ''),
    enabled: conversationId !== null,
  })
  useEffect(() => {
    if (!conversationId || !job || generation) return
    void generations.join(conversationId, job, {
      onEnd: (outcome) => finish(conversationId, outcome),
    })
  }, [conversationId, job, generation, finish])

  const stop = useCallback(async () => {
    try {
      await generation?.stop()
    } catch {
      const { stopFailedTitle: title, stopFailed: message } = words
      report(chatPlace(conversationId), { title, message, kind: 'error' })
    }
  }, [generation, conversationId])

  return { generation, start, stop }
}
