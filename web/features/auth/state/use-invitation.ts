import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EndedInvitation, invitationQuery } from '../api/sign-up.ts'

/** The invitation that the sign-up page was opened with. */
export type InvitationUse =
  | { status: 'none' | 'loading' }
  | { status: 'failed'; isRetrying: boolean; retry: () => void }
  | { status: 'pending'; token: string; email: string; end: (state: EndedInvitation) => void }
  | { status: 'ended'; state: EndedInvitation }

export function useInvitation(token: string | undefined): InvitationUse {
  const query = invitationQuery(token ?? '')
  const { data, isError, isFetching, refetch } = useQuery(
    token === undefined ? { ...query, queryFn: skipToken } : query,
  )
  /** Set if the server refused the invitation at sign-up. */
  const [ended, setEnded] = useState<{ token: string; state: EndedInvitation }>()
  if (token === undefined) return { status: 'none' }
  if (ended?.token === token) return { status: 'ended', state: ended.state }
  if (isError) return { status: 'failed', isRetrying: isFetching, retry: () => void refetch() }
  if (!data) return { status: 'loading' }
  if (data.state !== 'pending') return { status: 'ended', state: data.state }
  const end = (state: EndedInvitation) => setEnded({ token, state })
  return { status: 'pending', token, email: data.email, end }
}
