/** What one request may cost; a stream's answer may last, its request may not. */
export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Where a script of 1 MB may be sent, written as JSON. */
  scriptBodyBytes: 4 * 1024 * 1024,
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  keepAliveMilliseconds: 65_000,
  /** How long open requests may go on after the order to stop. */
  drainMilliseconds: 2_500,
}

export type Limits = typeof LIMITS
