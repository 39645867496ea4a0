import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { RequestError } from '../../../lib/backend/request-error.ts'

type Answer = { data: unknown; error: AuthError | null }

/** Converts an error of the auth client, which reports a network failure as status 0. */
export function requestErrorOf(error: AuthError): RequestError {
  const unreachable = isAuthRetryableFetchError(error) && error.status === 0
  return new RequestError(error.message, error.code, unreachable)
}

export async function authData<Given extends Answer>(call: Promise<Given>): Promise<Given['data']> {
  const { data, error } = await call
  if (error) throw requestErrorOf(error)
  return data
}
