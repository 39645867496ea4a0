import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { messages } from '../../../messages.ts'
import { clearFailure, isPlaceShown, report } from '../../../ui/feedback/failures.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useSession } from '../../document/session.tsx'
import { ownRequests } from '../../document/sync/own-requests.ts'
import { chatKeys } from '../api/chat-keys.ts'
import { type GenerationRequest, runningJobQuery } from '../api/generation.ts'
import { failureOf, type Message, messagesQuery } from '../api/messages.ts'
import { withPrompt } from '../branches.tsx'
import type { Allowance } from '../api/usage.ts'
import { chatPlace } from '../failure-place.ts'
import type { AskAgain, Outcome } from './generation.ts'
import { begun, generations, useGeneration } from './generations.ts'
import { outcomeNotice } from './outcome-notice.ts'

const words = messages.generation

export type Start = {
  request: Omit<GenerationRequest, 'idempotencyKey'>
  askAgain: AskAgain
  /** The answer that is continued. */
  continued?: Message
  /** The prompt is stored in the conversation. */
  onStored?: () => void
}

/** Starts, joins and stops generations. At the end, refetches the conversation for the stored answer. */
export function useGenerationControl() {
  const { userId, id: textId, conversationId, text, openConversation: onBegun } = useSession()
  const { refresh: readScript } = text
  const queryClient = useQueryClient()
  const generation = useGeneration(conversationId, textId)

  const finish = useCallback(
    async (conversation: string, outcome: Outcome): Promise<void> => {
      const { jobId, compared } = generations.of(conversation) ?? {}
      if (compared) void queryClient.invalidateQueries({ queryKey: chatKeys.compared(compared) })
      void queryClient.invalidateQueries({ queryKey: chatKeys.allowance(userId) })
      void queryClient.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
      void queryClient.invalidateQueries({ queryKey: chatKeys.running(conversation) })
      // What is being read may be from before the end.
      await queryClient.cancelQueries({ queryKey: chatKeys.messages(conversation) })
      // The stored answer replaces the growing one; offline, the growing one stays.
      void queryClient.invalidateQueries({ queryKey: chatKeys.branches(conversation) })
      const messagesNow = queryClient.fetchQuery({ ...messagesQuery(conversation), staleTime: 0 })
      const [read] = await Promise.allSettled([messagesNow, readScript()])
      const list = read.status === 'fulfilled' ? read.value : []
      const place = chatPlace(conversation)
      const notice = outcomeNotice(outcome)
      // The prompt says why it was not answered.
      const isInPlace = list.some((one) => one.job_id === jobId && failureOf(one) !== undefined)
      if (!isInPlace) report(place, notice)
      else if (notice.isSpecified || !isPlaceShown(place)) showToast(notice)
    },
    [queryClient, userId, readScript],
  )

  /** Shows that one of two answers has ended. */
  const showPart = useCallback(
    (conversation: string) => {
      const { compared } = generations.of(conversation) ?? {}
      if (compared) void queryClient.invalidateQueries({ queryKey: chatKeys.compared(compared) })
      void queryClient.invalidateQueries({ queryKey: chatKeys.messages(conversation) })
    },
    [queryClient],
  )

  const start = useCallback(
    ({ request, askAgain, continued, onStored }: Start) => {
      const { conversationId: conversation, scriptId, message, begins } = request
      const place = chatPlace(begins ? null : conversation)
      clearFailure(place)

      const showMessage = () => {
        if (!message) return
        const key = chatKeys.messages(conversation)
        // Its response may not have the message yet.
        void queryClient.cancelQueries({ queryKey: key })
        queryClient.setQueryData<Message[]>(key, (list = []) => withPrompt(list, request))
        void queryClient.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
        onStored?.()
        if (begins) begun.set({ conversationId: conversation, scriptId })
      }

      /** Nothing is stored, as far as is known: the prompt is still in its box. */
      const endUnaccepted = (outcome: Outcome) => {
        report(place, outcomeNotice(outcome))
        void queryClient.invalidateQueries({ queryKey: chatKeys.allowance(userId) })
        // A generation started by another tab may be running.
        void queryClient.invalidateQueries({ queryKey: chatKeys.running(conversation) })
        if (outcome.kind !== 'stopped') return
        // Do not wait for the cancellation: stopping works offline too.
        void outcome.cancelled.then((isStored) => {
          if (isStored) showMessage()
          void queryClient.invalidateQueries({ queryKey: chatKeys.all })
          return readScript()
        })
      }

      void generations.start(
        { ...request, idempotencyKey: ownRequests.begin() },
        continued?.content ?? '',
        {
          onWaiting: () => showToast({ title: words.waitingTitle, message: words.waiting }),
          askAgain,
          onAccepted: () => {
            queryClient.setQueryData<Allowance>(
              chatKeys.allowance(userId),
              (known) => known && { ...known, used: known.used + (request.second ? 2 : 1) },
            )
            showMessage()
          },
          onEnd: async (outcome, isAccepted) => {
            if (isAccepted) await finish(conversation, outcome)
            else endUnaccepted(outcome)
          },
          onPart: () => showPart(conversation),
        },
      )
    },
    [finish, showPart, queryClient, userId, readScript],
  )

  useEffect(
    () =>
      begun.subscribe(() => {
        const one = begun.get()
        if (conversationId === null && one?.scriptId === textId) onBegun(one.conversationId)
      }),
    [conversationId, textId, onBegun],
  )

  const { data: jobs } = useQuery({
    ...runningJobQuery(conversationId ?? ''),
    // Whoever follows a generation knows that it is running.
    enabled: conversationId !== null && generation === undefined,
  })
  useEffect(() => {
    if (!conversationId || !jobs || generation) return
    void generations.join(conversationId, jobs, {
      onEnd: (outcome) => finish(conversationId, outcome),
      onPart: () => showPart(conversationId),
    })
  }, [conversationId, jobs, generation, finish, showPart])

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
