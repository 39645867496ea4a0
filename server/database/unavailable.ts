const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Whether there is no space left on the database's disk. PostgreSQL's message names a file of its own. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '53100'

/** Whether the database could not be reached or is shutting down, rather than rejecting a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if ('syscall' in error) return NETWORK.has(code)
  // 08: connection lost; 57P0x: shutting down or starting up; 53300: no connection left.
  if (/^(08|57P0)/.test(code) || code === '53300') return true
  return /^(Connection terminated|timeout expired|timeout exceeded when trying to connect)/.test(
    error.message,
  )
}

/** Whether the database cannot store anything for now: somebody has to bring it back, or to make space. */
export const isOutage = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isStorageFull(error)

/** Whether a statement was too much work: waiting for a row ends with another code before that. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/**
 * Whether the same request may succeed in a moment: there is an outage, or the database ended the transaction because of a
 * deadlock, a serialization failure, or a lock or statement that took too long.
 */
export const isTransient = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof Error && 'code' in error && /^(?:40...|55P03|57014)$/.test(String(error.code)))
