import { maskSecret, toProviderError } from '../provider/provider-error.ts'
import type { WritingFailureCode } from '../writer.ts'
import { AddressRefused } from './checked-lookup.ts'

const MAX_CHARACTERS = 300

/** Why a connection does not work. */
type ConnectionFault =
  | WritingFailureCode
  | 'address_refused'
  | 'redirected'
  | 'unknown_model'
  | 'not_a_list'

export type ConnectionProblem = {
  fault: ConnectionFault
  /** The provider's own words, without the key; empty if it said nothing. */
  words: string
}

/** The message in an error of any provider: `{ error: { message } }`, `{ error: "…" }` or `{ message }`. */
function messageIn(body: string): string | undefined {
  try {
    const answer = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown }
    const { error } = answer
    const said = typeof error === 'object' ? error.message : (error ?? answer.message)
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

const isRefusedAddress = (error: unknown): boolean =>
  error instanceof AddressRefused || (error instanceof Error && isRefusedAddress(error.cause))

/** The provider's message for the admin: shortened to one line, and without any part of the key. */
function plainWords(said: string, key: string): string {
  const line = said
    .slice(0, MAX_CHARACTERS * 4)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const shown = maskSecret(line, key, 6)
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS).toWellFormed()}…` : shown
}

const faultOf = (status: number | null, code: WritingFailureCode): ConnectionFault => {
  if (status !== null && status >= 300 && status < 400) return 'redirected'
  return status === 404 ? 'unknown_model' : code
}

export function problemOf(error: unknown, key: string): ConnectionProblem {
  if (isRefusedAddress(error)) return { fault: 'address_refused', words: '' }
  const { code, status } = toProviderError(error)
  const { responseBody, message } = error as { responseBody?: unknown; message?: unknown }
  const body = typeof responseBody === 'string' ? responseBody : ''
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  const ownWords = cause || (typeof message === 'string' ? message : '')
  // A body in another form is not shown: it may be of a service that is no provider.
  const said = status === null ? ownWords : (messageIn(body) ?? '')
  // The message of a WritingFailure is only its code, so it is not shown.
  return { fault: faultOf(status, code), words: said === code ? '' : plainWords(said, key) }
}
