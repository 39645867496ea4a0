import { logError } from './lib/log.ts'
import { RequestError } from './lib/backend/request-error.ts'
import { messages } from './messages.ts'

/** Why a request failed, in words: the server's own if it sent any, otherwise the fallback. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof RequestError)) {
    logError(fallback, error)
    return fallback
  }
  if (error.isNetwork) return messages.connecting.failed
  // supabase-js turns a response without a message into its JSON.
  return /^(\{.*\})?$/s.test(error.message) ? fallback : error.message
}
