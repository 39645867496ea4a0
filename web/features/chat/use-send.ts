import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { MONTHLY_GENERATIONS } from '../../../contract/limits.ts'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import { chatKeys } from './api/chat-keys.ts'
import type { Message } from './api/messages.ts'
import { addMessage, type Sent, startConversation } from './api/send-message.ts'
import { hasGenerationsLeft, useAllowance } from './api/usage.ts'
import { chatPlace } from './failure-place.ts'
import { limitNotice, notStartedNotice } from './generation/outcome-notice.ts'

type Sending = {
  userId: string
  conversationId: string | null
  scriptId: string | null
  /** The text that a first message begins a conversation about. */
  workId: string | null
  /** The script's current text, which the answer builds on, once the server has it too. */
  currentScript: () => Promise<string>
  start: (conversationId: string, prompt: string, content: string, continues?: Message) => void
  /** The message is stored, possibly in a new conversation. */
  onSent: (sent: Sent) => void
}

/** Sends a prompt: checks the quota, stores the message, starts the generation. */
export function useSend(sending: Sending) {
  const { userId, conversationId, scriptId, workId, currentScript, start, onSent } = sending
  const queryClient = useQueryClient()
  const { data: allowance } = useAllowance(userId)
  const most = allowance?.most ?? MONTHLY_GENERATIONS
  const [isSending, setIsSending] = useState(false)

  const attempt = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      setIsSending(true)
      clearFailure(chatPlace(conversationId))
      try {
        if (await hasGenerationsLeft(userId, most)) await work()
        else report(chatPlace(conversationId), limitNotice)
      } catch (error) {
        // The prompt is still in its box.
        report(chatPlace(conversationId), notStartedNotice(error))
      } finally {
        setIsSending(false)
      }
    },
    [userId, most, conversationId],
  )

  const send = (prompt: string) =>
    attempt(async () => {
      const content = await currentScript()
      const sent =
        conversationId === null
          ? await startConversation(prompt, scriptId, workId)
          : await addMessage(conversationId, prompt)
      const message: Message = {
        id: sent.messageId,
        type: 'user',
        kind: 'text',
        content: prompt,
        created_at: sent.createdAt,
        job_id: null,
        withheld: null,
        partly_applied: false,
        used_at: null,
      }
      const key = chatKeys.messages(sent.conversationId)
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData<Message[]>(key, (list = []) =>
        list.some(({ id }) => id === message.id) ? list : [...list, message],
      )
      void queryClient.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
      start(sent.conversationId, prompt, content)
      onSent(sent)
    })

  /** Retries a message without an answer. */
  const retry = (message: Message) =>
    attempt(async () => {
      if (conversationId !== null) start(conversationId, message.content, await currentScript())
    })

  /** Asks for the rest of an answer that was cut off. */
  const continueAnswer = (answer: Message, prompt: Message) =>
    attempt(async () => {
      if (conversationId !== null) {
        start(conversationId, prompt.content, await currentScript(), answer)
      }
    })

  return { send, retry, continueAnswer, isSending, allowance }
}
