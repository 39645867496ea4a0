import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { latestConversationQuery } from '../../features/chat/api/conversations.ts'

/** Kept with the entry of the browser's history, so that reloading and going back find it again. */
export type DeskState = {
  chat?: string | null
  /** Only the address changes, the work stays on the desk. */
  isSameDesk?: boolean
}

const pathOf = (scriptId: string | null) => `/editor/${scriptId ?? 'new'}`

/** What lies on the desk: a script, a conversation, both, or nothing yet. */
export function useDesk(userId: string) {
  const navigate = useNavigate()
  const { scriptId: named } = useParams()
  const scriptId = named === undefined || named === 'new' ? null : named
  const { chat } = (useLocation().state ?? {}) as DeskState
  const latest = useQuery({
    ...latestConversationQuery(userId, scriptId ?? ''),
    enabled: scriptId !== null && chat === undefined,
  })
  const conversationId = chat === undefined ? (latest.data ?? null) : chat

  const put = useCallback(
    (to: string | null, state: DeskState, replace = false) =>
      void navigate(pathOf(to), { state, replace }),
    [navigate],
  )
  return {
    scriptId,
    conversationId,
    isLoading: scriptId !== null && chat === undefined && latest.isPending,
    put,
  }
}
