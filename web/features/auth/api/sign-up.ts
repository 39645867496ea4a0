import { logWarning } from '../../../lib/log.ts'
import { isolatedClient } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'
import type { Credentials } from './sign-in.ts'

/** Makes the account, and leaves the person signed out: the session that the server opens is ended. */
export async function signUp({ email, password }: Credentials): Promise<void> {
  const { auth } = isolatedClient()
  const emailRedirectTo = `${window.location.origin}/dashboard`
  const { session } = await authData(auth.signUp({ email, password, options: { emailRedirectTo } }))
  if (!session) return
  const { error } = await auth.signOut({ scope: 'local' })
  // The account is made all the same, and nobody holds that session any more.
  if (error) logWarning('The session of the sign-up was not ended:', error.message)
}
