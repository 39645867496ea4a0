import { queryOptions } from '@tanstack/react-query'
import { logWarning } from '../../../lib/log.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { isolatedClient, supabase } from '../../../lib/backend/supabase.ts'
import type { RecoveryTokens } from '../state/recovery-link.ts'
import { authData } from './auth-answer.ts'

export const recoveryKeys = {
  all: ['recovery'] as const,
  one: (accessToken = '') => ['recovery', accessToken] as const,
}

const UNTRIED = 'The link was not checked.'

/** Whose link it is, if the server still takes it. Nobody's session in this browser is touched. */
export const recoveryQuery = (tokens: RecoveryTokens | undefined, isConnected: boolean) =>
  queryOptions({
    queryKey: recoveryKeys.one(tokens?.accessToken),
    queryFn: async () => {
      if (!tokens) throw new RequestError(UNTRIED)
      const { accessToken: access_token, refreshToken: refresh_token } = tokens
      const { user } = await authData(
        isolatedClient().auth.setSession({ access_token, refresh_token }),
      )
      return user?.email ?? ''
    },
    enabled: isConnected && tokens !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Sets the password, then signs out: the link's session, and whoever was signed in here. */
export async function setNewPassword(password: string): Promise<void> {
  const { auth } = isolatedClient()
  await authData(auth.updateUser({ password }))
  for (const client of [isolatedClient(), supabase()]) {
    const { error } = await client.auth.signOut({ scope: 'local' })
    // The password is changed all the same, and this browser has forgotten the session.
    if (error) logWarning('A session was not ended:', error.message)
  }
}
