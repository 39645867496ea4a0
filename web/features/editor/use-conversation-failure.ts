import { useEffect } from 'react'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'

const { chat } = messages

/** A script is still there without its talk: only the reason is told. */
export function useConversationFailure(error: Error | null): void {
  const reason = error && chat.loadFailed(error.message)
  useEffect(() => {
    if (reason) showToast({ title: chat.errorTitle, message: reason, kind: 'error' })
  }, [reason])
}
