import { useCallback } from 'react'
import { errorText } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import type { DocumentText } from '../../document/document-text.ts'
import { useAnswerMutation } from '../api/answer.ts'

const { chat } = messages

/** Makes an answer the script. Resolves with the reason if that fails. */
export type AnswerUse = (messageId: string) => Promise<string | undefined>

function failureOf(error: unknown): string {
  const reason = errorText(error, chat.notUsed)
  const reasons: Record<string, string> = chat.notUsedReasons
  // Do not show a database code that has no translation.
  return reasons[reason] ?? (/^\w+$/.test(reason) ? chat.notUsed : reason)
}

/** `changeScript` first stores what was typed, so that the history has it, and then shows the result. */
export function useAnswerUse(
  conversationId: string | null,
  changeScript: DocumentText['changeOnServer'],
): AnswerUse {
  const { mutateAsync } = useAnswerMutation(conversationId ?? '')
  return useCallback(
    async (messageId) => {
      try {
        await changeScript((request) => mutateAsync({ messageId, request }))
        showToast({ title: chat.used, kind: 'success' })
        return undefined
      } catch (error) {
        return failureOf(error)
      }
    },
    [mutateAsync, changeScript],
  )
}
