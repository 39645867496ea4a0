import { supabase } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'

export type Credentials = { email: string; password: string }

/** The route guards redirect as soon as the session changes. */
export async function signIn(credentials: Credentials): Promise<void> {
  await authData(supabase().auth.signInWithPassword(credentials))
}
