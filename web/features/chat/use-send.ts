import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { MONTHLY_GENERATIONS } from '../../../contract/limits.ts'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import type { Toast } from '../../ui/feedback/toast.ts'
import { messages } from '../../messages.ts'
import { type Asking, ScopeGone } from './api/asking.ts'
import { chatKeys } from './api/chat-keys.ts'
import type { GenerationRequest } from './api/generation.ts'
import type { Message } from './api/messages.ts'
import { chosenModel } from './api/models.ts'
import { addMessage, type Sent, startConversation } from './api/send-message.ts'
import { hasGenerationsLeft, useAllowance } from './api/usage.ts'
import { chatPlace } from './failure-place.ts'
import { limitNotice, notStartedNotice } from './generation/outcome-notice.ts'

/** Says that the prompt's scope is gone and has to be chosen again. */
export const goneNotice: Toast = {
  title: messages.scope.goneTitle,
  message: messages.scope.gone,
  kind: 'error',
}

type Sending = {
  userId: string
  conversationId: string | null
  scriptId: string | null
  /** The text that a new conversation is about. */
  workId: string | null
  /** Resolves with the script's current text, which the answer builds on, once the server has it too. */
  currentScript: () => Promise<string>
  start: (request: Omit<GenerationRequest, 'idempotencyKey'>, continued?: Message) => void
  /** The message is stored, possibly in a new conversation. */
  onSent: (sent: Sent, prompt: string, asking: Asking) => void
}

/** Sends a prompt: checks the quota, stores the message, starts the generation. */
export function useSend(sending: Sending) {
  const { userId, conversationId, scriptId, workId, currentScript, start, onSent } = sending
  const queryClient = useQueryClient()
  const { data: allowance, refetch: askAllowance } = useAllowance(userId)
  const most = allowance?.most ?? MONTHLY_GENERATIONS
  const [isSending, setIsSending] = useState(false)

  const attempt = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      setIsSending(true)
      clearFailure(chatPlace(conversationId))
      try {
        const askAgain = async () => {
          const { data, isError } = await askAllowance()
          return isError ? undefined : data
        }
        if (await hasGenerationsLeft(userId, most, askAgain)) await work()
        else report(chatPlace(conversationId), limitNotice)
      } catch (error) {
        // The prompt is still in its box.
        const notice = error instanceof ScopeGone ? goneNotice : notStartedNotice(error)
        report(chatPlace(conversationId), notice)
      } finally {
        setIsSending(false)
      }
    },
    [userId, most, askAllowance, conversationId],
  )

  /** The request without its conversation, for the current script. */
  async function requestOf(prompt: string, { mode, alternatives, targetIn }: Asking) {
    const script = await currentScript()
    const model = chosenModel()
    return {
      prompt,
      currentScript: script,
      target: targetIn(script),
      mode,
      alternatives,
      ...(model && { model }),
    }
  }

  const send = (prompt: string, asking: Asking) =>
    attempt(async () => {
      const request = await requestOf(prompt, asking)
      const { scope } = asking
      const sent =
        conversationId === null
          ? await startConversation(prompt, scope, scriptId, workId)
          : await addMessage(conversationId, prompt, scope)
      const stored: Message = {
        id: sent.messageId,
        type: 'user',
        kind: 'text',
        content: prompt,
        created_at: sent.createdAt,
        job_id: null,
        withheld: null,
        partly_applied: false,
        used_at: null,
        scope,
        used_examples: [],
        changes: null,
        model: null,
      }
      const key = chatKeys.messages(sent.conversationId)
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData<Message[]>(key, (list = []) =>
        list.some(({ id }) => id === stored.id) ? list : [...list, stored],
      )
      void queryClient.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
      start({ ...request, conversationId: sent.conversationId })
      onSent(sent, prompt, asking)
    })

  /** Retries a message without an answer. */
  const retry = (message: Message, asking: Asking) =>
    attempt(async () => {
      if (conversationId === null) return
      start({ ...(await requestOf(message.content, asking)), conversationId })
    })

  /** Asks for the rest of an answer that was cut off. */
  const continueAnswer = (answer: Message, prompt: Message, asking: Asking) =>
    attempt(async () => {
      if (conversationId === null) return
      const request = await requestOf(prompt.content, asking)
      start({ ...request, conversationId, continues: answer.id }, answer)
    })

  return { send, retry, continueAnswer, isSending, allowance }
}
