import { logWarning } from '../../../lib/log.ts'
import { isolatedClient } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'
import type { Credentials } from './sign-in.ts'

/** Creates the account and ends the session that the server opens with it: the user stays signed out. */
export async function signUp(
  { email, password }: Credentials,
  invitation: string | undefined,
): Promise<void> {
  const { auth } = isolatedClient()
  const emailRedirectTo = `${window.location.origin}/dashboard`
  const options = { emailRedirectTo, ...(invitation && { data: { invitation } }) }
  const { session } = await authData(auth.signUp({ email, password, options }))
  if (!session) return
  const { error } = await auth.signOut({ scope: 'local' })
  // The account exists and no one holds that session: not a failure.
  if (error) logWarning('Could not end the session of the sign-up:', error.message)
}
