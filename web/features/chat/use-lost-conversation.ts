import { useEffect, useEffectEvent } from 'react'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/toast.ts'
import { useIsDeletedElsewhere } from './api/conversation-presence.ts'
import { generations } from './generation/generations.ts'
import { movePrompt, promptDesk } from './use-kept-prompt.ts'

const { chat } = messages

/** When the conversation was deleted in another tab or on another device; what was typed is kept. */
export function useLostConversation(
  userId: string,
  conversationId: string | null,
  onLost: (conversationId: string) => void,
): void {
  const isLost = useIsDeletedElsewhere(userId, conversationId)
  const leave = useEffectEvent(() => {
    if (conversationId === null) return
    generations.forget(conversationId)
    movePrompt(userId, conversationId, promptDesk(null, null))
    onLost(conversationId)
    showToast({ title: chat.deletedTitle, message: chat.deletedElsewhere })
  })
  useEffect(() => {
    if (isLost) leave()
  }, [isLost, conversationId])
}
