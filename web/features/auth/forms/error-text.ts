import { logError } from '../../../lib/log.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'

/** The server's own words, or a sentence of ours where it had none. */
export function errorText(error: unknown, otherwise: string): string {
  if (!(error instanceof RequestError)) {
    logError(otherwise, error)
    return otherwise
  }
  if (error.isNetwork) return messages.connecting.failed
  // The client writes an answer without words as the JSON that it was.
  return /^(\{.*\})?$/s.test(error.message) ? otherwise : error.message
}

/** The field that a refusal of the server speaks of, by its code. */
export function fieldOf<Field extends string>(
  error: unknown,
  fields: Partial<Record<string, Field>>,
): { field?: Field } {
  const field = error instanceof RequestError ? fields[error.code] : undefined
  return field ? { field } : {}
}
