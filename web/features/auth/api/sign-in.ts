import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { type Client, supabase, isolatedClient } from '../../../lib/backend/supabase.ts'
import { logWarning } from '../../../lib/log.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RecoveryTokens } from '../state/links.ts'

type Answer = { data: unknown; error: AuthError | null }

/** Converts an error of the auth client, which reports a network failure as status 0. */
export function requestErrorOf(error: AuthError): RequestError {
  const unreachable = isAuthRetryableFetchError(error) && error.status === 0
  return new RequestError(error.message, error.code, unreachable)
}

export async function authData<Given extends Answer>(call: Promise<Given>): Promise<Given['data']> {
  const { data, error } = await call
  if (error) throw requestErrorOf(error)
  return data
}

export type CodeKind = 'app' | 'recovery'

type Factors = readonly { factor_type: string; status: string }[] | undefined

export const hasSecondFactor = (factors: Factors): boolean =>
  factors?.some(({ status }) => status === 'verified') ?? false

const NO_FACTOR = 'There is no second factor.'

/** Raises the client's session to aal2. */
export async function showSecondFactor(
  { auth }: Client,
  kind: CodeKind,
  code: string,
): Promise<void> {
  if (kind === 'recovery') {
    await authData(auth.mfa.recoveryCodes.verify({ code }))
    return
  }
  const { totp } = await authData(auth.mfa.listFactors()).then((factors) => factors ?? { totp: [] })
  const factorId = totp[0]?.id
  if (!factorId) throw new RequestError(NO_FACTOR)
  await authData(auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(' ', '') }))
}

export type Credentials = { email: string; password: string }

/** The route guards redirect as soon as the session changes. */
export async function signIn(credentials: Credentials): Promise<{ needsCode: boolean }> {
  const { user } = await authData(supabase().auth.signInWithPassword(credentials))
  return { needsCode: hasSecondFactor(user?.factors) }
}

/** Ends the session in every tab first; an error only means that the server could not be notified. */
export async function signOut(): Promise<void> {
  const { error } = await supabase().auth.signOut({ scope: 'local' })
  const hadExpired = error?.code?.startsWith('refresh_token') ?? false
  if (error && !hadExpired) throw requestErrorOf(error)
}

/** Ends a session that this browser does not use. It also expires by itself. */
export async function endUnusedSession(accessToken: string): Promise<void> {
  const { error } = await supabase().auth.admin.signOut(accessToken, 'local')
  if (error) logWarning('Could not end an unused session:', error.message)
}

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
