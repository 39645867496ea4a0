import { supabase } from '../../../lib/backend/supabase.ts'
import { logWarning } from '../../../lib/log.ts'
import { requestErrorOf } from './auth-answer.ts'

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
