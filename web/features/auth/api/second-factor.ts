import { RequestError } from '../../../lib/backend/request-error.ts'
import type { Client } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'

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
