import { useCallback } from 'react'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { MESSAGE_MISSING, useDeleteMessage } from '../api/delete-message.ts'

const { chat } = messages

const failureOf = (error: unknown) =>
  error instanceof RequestError && error.code === MESSAGE_MISSING
    ? chat.messageMissing
    : chat.messageDeleteFailed

export function useMessageDeletion(conversationId: string | null) {
  const { mutateAsync } = useDeleteMessage(conversationId ?? '')
  return useCallback(
    async (messageId: string): Promise<void> => {
      if (conversationId === null) {
        showToast({ title: chat.messageDeleteTitle, message: chat.noConversation, kind: 'error' })
        return
      }
      try {
        await mutateAsync(messageId)
        showToast({ title: chat.messageDeleted, kind: 'success' })
      } catch (error) {
        showToast({ title: chat.messageDeleteTitle, message: failureOf(error), kind: 'error' })
      }
    },
    [conversationId, mutateAsync],
  )
}
