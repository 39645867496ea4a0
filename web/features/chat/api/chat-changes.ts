import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'
import { chatKeys } from './chat-keys.ts'

const TABLES = [
  'chat_conversations',
  'chat_messages',
  'generation_jobs',
  'golden_examples',
  'attachments',
] as const

/** Shows what other tabs and devices write and delete. */
export function useChatChanges(userId: string): void {
  const queryClient = useQueryClient()
  const refetch = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    if (!change) {
      refetch(chatKeys.all)
      return
    }
    const { conversation_id: conversationId } = change.new as { conversation_id?: string }
    if (change.table === 'chat_conversations') {
      refetch(chatKeys.conversations(userId))
      if (change.eventType === 'DELETE') refetch(chatKeys.everyPresence)
    } else if (change.table === 'chat_messages') {
      // A deletion does not say which conversation it was in.
      refetch(conversationId ? chatKeys.messages(conversationId) : chatKeys.everyMessage)
    } else if (change.table === 'golden_examples') {
      refetch(chatKeys.everyExample)
    } else if (change.table === 'attachments') {
      refetch(chatKeys.everyAttachment)
    } else if (conversationId) {
      refetch(chatKeys.running(conversationId))
    }
  })
}
