import type { Session } from '@supabase/supabase-js'
import { RequestError } from './request-error.ts'
import { supabase } from './supabase.ts'

/** Error code when the user is signed out. */
export const SIGNED_OUT = 'signed_out'

/** The current session; throws if the user is signed out. */
export async function requireSession(): Promise<Session> {
  const { data } = await supabase().auth.getSession()
  if (!data.session) throw new RequestError('', SIGNED_OUT)
  return data.session
}
