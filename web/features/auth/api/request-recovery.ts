import { supabase } from '../../../lib/backend/supabase.ts'
import { authData } from './auth-answer.ts'

export async function requestRecovery(email: string): Promise<void> {
  const redirectTo = `${window.location.origin}/auth/reset-password`
  await authData(supabase().auth.resetPasswordForEmail(email, { redirectTo }))
}
