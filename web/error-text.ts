import { logError } from './lib/log.ts'
import { RequestError } from './lib/backend/request-error.ts'
import { messages } from './messages/first.ts'

/**
 * Messages not meant for writers: a proxy's page, JSON, the name of an HTTP status or of an exception, and
 * PostgreSQL's messages about rows.
 */
const TECHNICAL =
  /^$|^[[{]|<[a-z!/]|^(?:HTTP \d+|[a-z]+ (?:Gateway|Server Error|Implemented|Unavailable|Time-?out))$|\b(?:valid JSON|JWT|PGRST\d+|SQLSTATE|violates|row-level security|\w*(?:Type|Syntax)Error)\b/i

const logged = new WeakSet<Error>()

/** Logs each error once, although a component may ask for its text on every render. */
function logOnce(what: string, error: unknown): void {
  if (error instanceof Error) {
    if (logged.has(error)) return
    logged.add(error)
  }
  logError(what, error)
}

/** Why a request failed, in words: the server's own if a person can read them, otherwise the fallback. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof RequestError) {
    if (error.isNetwork) return messages.connecting.failed
    if (error.isSessionOver) return messages.auth.sessionEnded
    if (error.message === 'stored_text_is_full') return messages.common.storedTextIsFull
    // What the server said is already in the console, with the id of the request.
    return TECHNICAL.test(error.message.trim()) ? fallback : error.message
  }
  logOnce(fallback, error)
  return fallback
}

/** The same inside a sentence such as 'Failed to load script: {reason}'. */
export const reasonOf = (error: unknown): string => errorText(error, messages.common.unknownReason)
