import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useControl } from '../../lib/use-control.ts'
import { useSession } from '../document/session.tsx'
import { runningJobQuery } from './api/generation.ts'
import { messagesQuery } from './api/messages.ts'
import { ChatControl } from './chat-control.ts'
import { useGeneration } from './generation/generations.ts'

/** The chat of the open conversation: its control, its messages, and the answer that is being written. */
export function useChat() {
  const session = useSession()
  const { conversationId } = session
  const queryClient = useQueryClient()
  const [control] = useState(() => new ChatControl(queryClient, session))
  const generation = useGeneration(conversationId, session.id)
  const isKnown = conversationId !== null
  const messages = useQuery({ ...messagesQuery(conversationId ?? ''), enabled: isKnown })
  const { data: jobs } = useQuery({
    ...runningJobQuery(conversationId ?? ''),
    // Whoever follows a generation knows that it is running.
    enabled: isKnown && generation === undefined,
  })
  useControl(control, session, jobs)
  return { control, messages, generation }
}

export type Chat = ReturnType<typeof useChat>
