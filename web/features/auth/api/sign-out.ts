import { supabase } from '../../../lib/backend/supabase.ts'
import { requestErrorOf } from './auth-answer.ts'

/** The client forgets the session first, in every tab; an error means that the server was not told. */
export async function signOut(): Promise<void> {
  const { error } = await supabase().auth.signOut({ scope: 'local' })
  const wasOverAlready = error?.code?.startsWith('refresh_token') ?? false
  if (error && !wasOverAlready) throw requestErrorOf(error)
}
