import type { Session } from '@supabase/supabase-js'
import { RequestError } from './request-error.ts'
import { supabase } from './supabase.ts'

/** The code of the refusal to whoever is signed out by now. */
export const SIGNED_OUT = 'signed_out'

/** The session of whoever is at work, asked before something of theirs is changed. */
export async function requireSession(): Promise<Session> {
  const { data } = await supabase().auth.getSession()
  if (!data.session) throw new RequestError('Nobody is signed in.', SIGNED_OUT)
  return data.session
}
