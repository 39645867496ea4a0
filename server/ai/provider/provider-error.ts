import { WritingFailure, type WritingFailureCode } from '../writing-failure.ts'

/** What went wrong, in our words, and whether asking again may help. */
export type ProviderProblem = {
  code: WritingFailureCode
  worthRetrying: boolean
  /** Milliseconds, if the provider asked for a pause. */
  askedPause: number | null
  status: number | null
  /** The provider's own words. They may hold anything. */
  detail: string
}

/** An error of the SDK, or, inside a stream, an object of the provider's own making. */
type Complaint = {
  message?: unknown
  statusCode?: unknown
  code?: unknown
  type?: unknown
  isRetryable?: unknown
  responseBody?: unknown
  responseHeaders?: Record<string, string>
}

const TOO_LONG = /context_length_exceeded|context (?:length|window|size)|prompt is too long/i

function codeFor(status: number | null, words: string): WritingFailureCode {
  if (status === 401 || status === 403) return 'provider_refused_key'
  if (status === 429 || status === 503 || status === 529) return 'provider_busy'
  if (status === 413 || TOO_LONG.test(words)) return 'prompt_too_long'
  // Google says so with status 400.
  if (words.includes('API_KEY_INVALID')) return 'provider_refused_key'
  return 'provider_error'
}

const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500

const asStatus = (value: unknown) =>
  typeof value === 'number' && value >= 300 && value < 600 ? value : null

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(?:E[A-Z]|UND_ERR_)/.test(code) || isNetworkError(error.cause)
}

function askedPause(headers: Record<string, string> = {}): number | null {
  const inMilliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (Number.isFinite(inMilliseconds)) return inMilliseconds
  const given = headers['retry-after']
  if (given === undefined) return null
  const pause = /^\s*[\d.]+\s*$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(pause) ? Math.max(0, pause) : null
}

export function problemOf(error: unknown): ProviderProblem {
  const complaint = (
    typeof error === 'object' && error !== null ? error : { message: error }
  ) as Complaint
  const { message, type, responseBody } = complaint
  const detail = [message, type, responseBody].filter((word) => typeof word === 'string').join(' ')
  const status = asStatus(complaint.statusCode) ?? asStatus(complaint.code)
  const about = { status, detail, askedPause: askedPause(complaint.responseHeaders) }
  if (error instanceof WritingFailure) {
    return { ...about, code: error.code, worthRetrying: false }
  }
  if (status === null && (isNetworkError(error) || complaint.isRetryable === true)) {
    return { ...about, code: 'provider_unreachable', worthRetrying: true }
  }
  return {
    ...about,
    code: codeFor(status, detail),
    worthRetrying: status !== null && isTemporary(status),
  }
}
