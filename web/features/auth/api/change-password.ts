import { supabase } from '../../../lib/backend/supabase.ts'
import { requestErrorOf } from './auth-answer.ts'

export async function changePassword(password: string): Promise<void> {
  const { error } = await supabase().auth.updateUser({ password })
  if (error) throw requestErrorOf(error)
}
