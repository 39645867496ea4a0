import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '../../../lib/backend/functions.ts'
import { dataOf, expectSuccess, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { expectSignOut } from '../state/session.ts'
import { authData } from './sign-in.ts'

const securityKeys = {
  all: ['security'] as const,
  factor: ['security', 'factor'] as const,
  sessions: ['security', 'sessions'] as const,
}

/** The verified authenticator app, or null, and how many recovery codes are left. */
export const factorQuery = queryOptions({
  queryKey: securityKeys.factor,
  queryFn: async () => {
    const { mfa } = supabase().auth
    const factors = await authData(mfa.listFactors())
    const factorId = factors?.totp[0]?.id
    if (!factorId) return null
    const hasCodes = (factors?.recovery_code.length ?? 0) > 0
    const status = hasCodes ? await authData(mfa.recoveryCodes.getStatus()) : undefined
    return { factorId, codesLeft: status?.remaining ?? 0, hasCodes }
  },
})

export const sessionsQuery = queryOptions({
  queryKey: securityKeys.sessions,
  queryFn: () => dataOf(supabase().rpc('list_sessions')),
})

/** Refetches everything about security after the mutation, whether or not it succeeded. */
function useSecurityChange<Given, Result>(mutationFn: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityKeys.all }),
  })
}

export async function enroll() {
  const data = await authData(
    supabase().auth.mfa.enroll({ factorType: 'totp', issuer: 'Script Writer' }),
  )
  if (!data) throw new RequestError('')
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }
}

/** Ends an enrollment that was not finished. */
export async function abandonEnrollment(factorId: string): Promise<void> {
  await authData(supabase().auth.mfa.unenroll({ factorId }))
}

async function makeCodes(replace: boolean): Promise<string[]> {
  const { recoveryCodes } = supabase().auth.mfa
  const made = await authData(replace ? recoveryCodes.regenerate() : recoveryCodes.generate())
  return made?.codes ?? []
}

/** Turns the factor on and returns the recovery codes. */
export const useTurnOn = () =>
  useSecurityChange(async ({ factorId, code }: { factorId: string; code: string }) => {
    await authData(supabase().auth.mfa.challengeAndVerify({ factorId, code }))
    return makeCodes(false)
  })

export const useNewCodes = () => useSecurityChange(makeCodes)

export const useTurnOff = () =>
  useSecurityChange(async (factorId: string) => {
    const { auth } = supabase()
    await authData(auth.mfa.unenroll({ factorId }))
    // The stored session still lists the removed factor.
    await authData(auth.refreshSession())
  })

export const useEndSession = () =>
  useSecurityChange((sessionId: string) =>
    expectSuccess(supabase().rpc('end_session', { session_id: sessionId })),
  )

export const useEndOtherSessions = () =>
  useSecurityChange(async () => {
    const { error } = await supabase().auth.signOut({ scope: 'others' })
    if (error) throw new RequestError(error.message, error.code)
  })

export const downloadData = () => callFunction<Blob>('download-data', { method: 'POST' })

/** Deletes the account, then forgets the session here. */
export async function deleteAccount(password: string): Promise<void> {
  await callFunction('delete-account', { body: { password } })
  expectSignOut()
  await supabase().auth.signOut({ scope: 'local' })
}
