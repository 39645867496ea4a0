import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

const at = (table: string, userId: string) =>
  ({ event: '*', schema: 'public', table, filter: `user_id=eq.${userId}` }) as const

type Row = { conversation_id?: string }

/** What another tab or another device says and deletes is seen here too. */
export function useChatChanges(userId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const readAgain = (queryKey: readonly unknown[]) =>
      void queryClient.invalidateQueries({ queryKey })
    const readEverything = () => readAgain(chatKeys.all)
    const channel = supabase()
      .channel(`chat-${userId}`)
      .on('postgres_changes', at('chat_conversations', userId), ({ eventType }) => {
        readAgain(chatKeys.conversations(userId))
        if (eventType === 'DELETE') readAgain(chatKeys.everyPresence)
      })
      .on('postgres_changes', at('chat_messages', userId), (change) => {
        const { conversation_id } = change.new as Row
        // A deletion names no conversation.
        readAgain(conversation_id ? chatKeys.messages(conversation_id) : chatKeys.everyMessage)
      })
      .on('postgres_changes', at('generation_jobs', userId), (change) => {
        const { conversation_id } = change.new as Row
        if (conversation_id) readAgain(chatKeys.running(conversation_id))
      })
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) readEverything()
      })
    return () => void supabase().removeChannel(channel)
  }, [queryClient, userId])
}
