import { supabase } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'

export type Credentials = { email: string; password: string }

/** Everything that follows a session follows from here: the guards move the person on. */
export async function signIn(credentials: Credentials): Promise<void> {
  await authData(supabase().auth.signInWithPassword(credentials))
}
