import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

export type Sent = { conversationId: string; messageId: string; createdAt: string }

/** The first message creates the conversation and names it. */
export async function startConversation(
  prompt: string,
  scope: string | null,
  scriptId: string | null,
  workId: string | null,
): Promise<Sent> {
  const rows = await dataOf(
    supabase().rpc('start_conversation', {
      prompt,
      ...(scope !== null && { scope }),
      ...(scriptId !== null && { script_id: scriptId }),
      ...(workId !== null && { work_id: workId }),
    }),
  )
  const started = rows[0]
  if (!started) throw new Error('The server returned no conversation.')
  return {
    conversationId: started.conversation_id,
    messageId: started.message_id,
    createdAt: started.updated_at,
  }
}

export async function addMessage(
  conversationId: string,
  content: string,
  scope: string | null,
): Promise<Sent> {
  const added = await dataOf(
    supabase().rpc('add_message', {
      conversation_id: conversationId,
      content,
      ...(scope !== null && { scope }),
    }),
  )
  return { conversationId, messageId: added.id, createdAt: added.created_at }
}
