import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType, useParams } from 'react-router'
import { latestConversationQuery } from '../chat/api/conversations.ts'
import { newId } from '../../lib/ids.ts'
import { type DeskState, deskStateOf, savedScriptId } from './desk-state.ts'

/** Going back to an entry that was once made so is a change of the work. */
export const keepsWork = (location: Location, way: string): boolean =>
  way !== 'POP' && deskStateOf(location).isSameDesk === true

export const isAgreed = (location: Location, way: string): boolean =>
  way !== 'POP' && deskStateOf(location).isAgreed === true

const pathOf = (scriptId: string | null) => `/editor/${scriptId ?? 'new'}`

/** What lies on the desk: a script, a conversation, both, or nothing yet. */
export function useDesk(userId: string) {
  const navigate = useNavigate()
  const location = useLocation()
  const scriptId = savedScriptId(useParams()['scriptId'])
  const { chat } = deskStateOf(location)
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

  // Chosen once: a newer conversation elsewhere does not push this one off the desk.
  useEffect(() => {
    if (chat === undefined && conversationId !== null)
      put(scriptId, { chat: conversationId, isSameDesk: true }, true)
  }, [chat, conversationId, scriptId, put])

  return {
    scriptId,
    conversationId,
    workId: useWorkId(location),
    // Once it has failed, asking again goes on in the background.
    isLoading: scriptId !== null && chat === undefined && !latest.isFetched,
    error: latest.error,
    put,
  }
}

/** The same as long as the same work lies on the desk. */
function useWorkId(location: Location): string {
  const way = useNavigationType()
  const [work, setWork] = useState(() => ({ at: location.key, id: newId() }))
  if (work.at === location.key) return work.id
  const next = { at: location.key, id: keepsWork(location, way) ? work.id : newId() }
  setWork(next)
  return next.id
}
