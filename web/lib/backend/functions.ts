import {
  FunctionsFetchError,
  FunctionsHttpError,
  type FunctionInvokeOptions,
} from '@supabase/supabase-js'
import { logRefusal } from './logged-fetch.ts'
import { RequestError } from './request-error.ts'
import { supabase } from './supabase.ts'

type Refusal = { error?: unknown; code?: unknown }

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)

async function refusedRequest(response: Response): Promise<RequestError> {
  const refusal = (await response.json().catch(() => ({}))) as Refusal
  const message = textOr(refusal.error, '')
  const code = textOr(refusal.code, String(response.status))
  // After a gateway error the request may still have reached the server, as after a network error.
  return new RequestError(message, code, response.status >= 502 && response.status <= 504)
}

/** Calls a server function. Throws a RequestError if it is refused or unreachable. */
export async function callFunction<Answer>(
  name: string,
  options: FunctionInvokeOptions,
): Promise<Answer> {
  const { data, error, response } = await supabase().functions.invoke<Answer>(name, options)
  if (error instanceof FunctionsHttpError) throw await refusedRequest(error.context as Response)
  if (error instanceof FunctionsFetchError) throw new RequestError(error.message, '', true)
  if (error) throw error
  const { success, ...refusal } = (data ?? {}) as Refusal & { success?: unknown }
  if (success === false) {
    if (response) logRefusal(response, JSON.stringify(refusal))
    throw new RequestError(textOr(refusal.error, ''), textOr(refusal.code, ''))
  }
  return data as Answer
}
