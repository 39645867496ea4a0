import { supabase } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'
import { hasSecondFactor } from './second-factor.ts'

export type Credentials = { email: string; password: string }

/** The route guards redirect as soon as the session changes. */
export async function signIn(credentials: Credentials): Promise<{ needsCode: boolean }> {
  const { user } = await authData(supabase().auth.signInWithPassword(credentials))
  return { needsCode: hasSecondFactor(user?.factors) }
}
