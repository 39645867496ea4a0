import { MOST } from '../../contract/limits.ts'

/** Limits of one request. The timeouts do not apply to a streamed response. */
export const LIMITS = {
  bodyBytes: MOST.requestBytes,
  /** For routes that take a script: 1 MB of text, escaped as JSON. */
  scriptBodyBytes: MOST.scriptRequestBytes,
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  keepAliveMilliseconds: 65_000,
  /** A response is aborted if the client reads nothing of it for this long. */
  stalledMilliseconds: 20_000,
  /** At the end of draining: how long without a request counts as quiet, and the longest wait for that. */
  quietMilliseconds: 250,
  turnAwayMilliseconds: 2_000,
  /** How long open requests may take to finish during a shutdown. */
  drainMilliseconds: 2_500,
}

export type Limits = typeof LIMITS
