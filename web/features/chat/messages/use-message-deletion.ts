import { useCallback } from 'react'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../ui/feedback/failures.ts'
import { chatPlace } from '../failure-place.ts'
import { MESSAGE_MISSING, useDeleteMessage } from '../api/deletion.ts'

const { chat } = messages

const failureOf = (error: unknown) =>
  error instanceof RequestError && error.code === MESSAGE_MISSING
    ? chat.messageMissing
    : chat.messageDeleteFailed

export function useMessageDeletion(conversationId: string | null) {
  const { mutateAsync } = useDeleteMessage(conversationId ?? '')
  return useCallback(
    async (messageId: string): Promise<void> => {
      const place = chatPlace(conversationId)
      if (conversationId === null) {
        report(place, {
          title: chat.messageDeleteTitle,
          message: chat.noConversation,
          kind: 'error',
          isSpecified: true,
        })
        return
      }
      try {
        await mutateAsync(messageId)
        report(place, { title: chat.messageDeleted, kind: 'success' })
      } catch (error) {
        report(place, {
          title: chat.messageDeleteTitle,
          message: failureOf(error),
          kind: 'error',
          isSpecified: true,
        })
      }
    },
    [conversationId, mutateAsync],
  )
}
