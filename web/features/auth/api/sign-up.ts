import { logWarning } from '../../../lib/log.ts'
import { isolatedClient, apiKey } from '../../../lib/backend/supabase.ts'
import { authData, type Credentials } from './sign-in.ts'
import { queryOptions } from '@tanstack/react-query'
import { loggedFetch } from '../../../lib/backend/logged-fetch.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'

/**
 * Creates the account and ends the session that the server opens with it: the user stays signed out. Says whether
 * it is the administrator's, as the first account is.
 */
export async function signUp(
  { email, password }: Credentials,
  invitation: string | undefined,
): Promise<{ isAdmin: boolean }> {
  const client = isolatedClient()
  const { auth } = client
  const emailRedirectTo = `${window.location.origin}/dashboard`
  const options = { emailRedirectTo, ...(invitation && { data: { invitation } }) }
  const { session } = await authData(auth.signUp({ email, password, options }))
  if (!session) return { isAdmin: false }
  const { data: profile } = await client
    .from('profiles')
    .select('role')
    .eq('id', session.user.id)
    .maybeSingle()
  const { error } = await auth.signOut({ scope: 'local' })
  // The account exists and no one holds that session: not a failure.
  if (error) logWarning('Could not end the session of the sign-up:', error.message)
  return { isAdmin: profile?.role === 'admin' }
}

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
