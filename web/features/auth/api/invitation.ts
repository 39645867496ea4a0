import { queryOptions } from '@tanstack/react-query'
import { loggedFetch } from '../../../lib/backend/logged-fetch.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { apiKey } from '../../../lib/backend/supabase.ts'

/** Why an invitation cannot be used. */
export type EndedInvitation = 'accepted' | 'expired' | 'revoked' | 'unknown'

type Invitation = { state: 'pending'; email: string } | { state: EndedInvitation }

/** The official client has no call for this. A POST keeps the token out of URLs and logs. */
async function readInvitation(token: string): Promise<Invitation> {
  const response = await loggedFetch('/auth/v1/invitation', {
    method: 'POST',
    headers: { apikey: apiKey(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch((error: unknown) => {
    throw new RequestError(String(error), '', true)
  })
  if (!response.ok) throw new RequestError('', '', false, response.status)
  return (await response.json()) as Invitation
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
