import { useCallback } from 'react'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import { useWithheldAnswer } from '../api/withheld-answers.ts'
import { chatPlace } from '../failure-place.ts'

const { chat } = messages

/** Makes a withheld answer the script, and reports a failure in the chat. */
export function useAnswerUse(conversationId: string | null, readScript: () => Promise<void>) {
  const { mutateAsync } = useWithheldAnswer(conversationId ?? '')
  return useCallback(
    async (messageId: string): Promise<void> => {
      const place = chatPlace(conversationId)
      clearFailure(place)
      try {
        await mutateAsync(messageId)
        await readScript()
      } catch {
        report(place, { title: chat.anywayFailedTitle, message: chat.anywayFailed, kind: 'error' })
      }
    },
    [conversationId, mutateAsync, readScript],
  )
}
