import { useEffect, useEffectEvent } from 'react'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useDeletedElsewhere } from '../api/deletion.ts'
import { generations } from '../generation/generations.ts'

const { chat } = messages

/** Notices that the conversation was deleted in another tab or on another device. */
export function useLostConversation(
  userId: string,
  conversationId: string | null,
  onLost: (conversationId: string) => void,
): void {
  const lost = useDeletedElsewhere(userId, conversationId)
  const leave = useEffectEvent((id: string) => {
    generations.forget(id)
    onLost(id)
    showToast({ title: chat.deletedTitle, message: chat.deletedElsewhere })
  })
  useEffect(() => {
    if (lost !== null) leave(lost)
  }, [lost])
}
