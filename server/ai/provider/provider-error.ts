import { WritingFailure, type WritingFailureCode } from '../writer.ts'

/** What went wrong, and whether a retry may help. */
export type ProviderError = {
  code: WritingFailureCode
  isRetryable: boolean
  /** Milliseconds, from the Retry-After header. */
  retryAfter: number | null
  status: number | null
  /** The provider's own message, which may contain anything. */
  detail: string
}

/** An error of the SDK or, inside a stream, whatever object the provider sent. */
type RawError = {
  message?: unknown
  statusCode?: unknown
  code?: unknown
  type?: unknown
  isRetryable?: unknown
  responseBody?: unknown
  responseHeaders?: Record<string, string>
}

const TOO_LONG = /context_length_exceeded|context (?:length|window|size)|prompt is too long/i

function codeFor(status: number | null, detail: string): WritingFailureCode {
  if (status === 401 || status === 403) return 'provider_refused_key'
  if (status === 429 || status === 503 || status === 529) return 'provider_busy'
  if (status === 413 || TOO_LONG.test(detail)) return 'prompt_too_long'
  // Google reports it with status 400.
  if (detail.includes('API_KEY_INVALID')) return 'provider_refused_key'
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

function retryAfter(headers: Record<string, string> = {}): number | null {
  const inMilliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (Number.isFinite(inMilliseconds)) return inMilliseconds
  const value = headers['retry-after']
  if (value === undefined) return null
  const delay = /^\s*[\d.]+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(delay) ? Math.max(0, delay) : null
}

export function toProviderError(error: unknown): ProviderError {
  const raw = (typeof error === 'object' && error !== null ? error : { message: error }) as RawError
  const { message, type, responseBody } = raw
  const detail = [message, type, responseBody].filter((part) => typeof part === 'string').join(' ')
  const status = asStatus(raw.statusCode) ?? asStatus(raw.code)
  const about = { status, detail, retryAfter: retryAfter(raw.responseHeaders) }
  if (error instanceof WritingFailure) {
    return { ...about, code: error.code, isRetryable: false }
  }
  if (status === null && (isNetworkError(error) || raw.isRetryable === true)) {
    return { ...about, code: 'provider_unreachable', isRetryable: true }
  }
  return {
    ...about,
    code: codeFor(status, detail),
    isRetryable: status !== null && isTemporary(status),
  }
}

const MASK = '[hidden]'

/** Hides every run of at least `length` characters (or the whole secret, if shorter) found in the secret. */
export function maskSecret(text: string, secret: string, length: number): string {
  const size = Math.min(length, secret.length)
  if (size === 0) return text
  const lowerSecret = secret.toLowerCase()
  const lowerText = text.toLowerCase()
  // Lower-casing can change the length of some letters; the offsets no longer match, so hide everything.
  if (lowerText.length !== text.length) return MASK
  let shown = ''
  let hiddenUntil = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at + size <= text.length && lowerSecret.includes(lowerText.slice(at, at + size))) {
      if (at >= hiddenUntil) shown += MASK
      hiddenUntil = at + size
    }
    if (at >= hiddenUntil) shown += text[at]
  }
  return shown
}
