import { queryOptions, skipToken } from '@tanstack/react-query'
import { isolatedClient, supabase } from '../../../lib/backend/supabase.ts'
import { logWarning } from '../../../lib/log.ts'
import type { RecoveryTokens } from '../state/recovery-link.ts'
import { authData } from './auth-answer.ts'
import { hasSecondFactor } from './second-factor.ts'

export const recoveryKeys = {
  all: ['recovery'] as const,
  one: (accessToken = '') => ['recovery', accessToken] as const,
}

/** Sends the mail with the recovery link. */
export async function requestRecovery(email: string): Promise<void> {
  const redirectTo = `${window.location.origin}/auth/reset-password`
  await authData(supabase().auth.resetPasswordForEmail(email, { redirectTo }))
}

async function verify({
  accessToken,
  refreshToken,
}: RecoveryTokens): Promise<{ email: string; needsCode: boolean }> {
  const tokens = { access_token: accessToken, refresh_token: refreshToken }
  const { user } = await authData(isolatedClient().auth.setSession(tokens))
  return { email: user?.email ?? '', needsCode: hasSecondFactor(user?.factors) }
}

/** Whose link it is, if the link is still valid. Leaves this browser's session alone. */
export const recoveryQuery = (tokens: RecoveryTokens | undefined, isConnected: boolean) =>
  queryOptions({
    queryKey: recoveryKeys.one(tokens?.accessToken),
    queryFn: tokens ? () => verify(tokens) : skipToken,
    enabled: isConnected && tokens !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Sets the password, then signs out both the recovery session and this browser's. */
export async function setNewPassword(password: string): Promise<void> {
  await authData(isolatedClient().auth.updateUser({ password }))
  for (const client of [isolatedClient(), supabase()]) {
    const { error } = await client.auth.signOut({ scope: 'local' })
    // The password is changed and the browser has dropped the session: not a failure.
    if (error) logWarning('Could not end a session on the server:', error.message)
  }
}
