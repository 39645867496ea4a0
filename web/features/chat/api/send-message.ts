import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

export type Sent = { conversationId: string; messageId: string; createdAt: string }

/** The first message makes the conversation, whose title is its beginning. */
export async function startConversation(prompt: string, scriptId: string | null): Promise<Sent> {
  const rows = await dataOf(
    supabase().rpc('start_conversation', {
      prompt,
      ...(scriptId !== null && { script_id: scriptId }),
    }),
  )
  const begun = rows[0]
  if (!begun) throw new Error('The server began no conversation.')
  return {
    conversationId: begun.conversation_id,
    messageId: begun.message_id,
    createdAt: begun.updated_at,
  }
}

export async function addMessage(conversationId: string, content: string): Promise<Sent> {
  const added = await dataOf(
    supabase().rpc('add_message', { conversation_id: conversationId, content }),
  )
  return { conversationId, messageId: added.id, createdAt: added.created_at }
}
