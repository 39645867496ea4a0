const KB = 1024

/** Times in milliseconds. */
export const writingLimits = {
  /** Timeouts for the first token and between two tokens; reasoning tokens count. */
  firstToken: 60_000,
  betweenTokens: 30_000,
  tries: 3,
  firstWait: 500,
  /** If Retry-After is longer than this, the request fails instead of waiting. */
  longestWait: 30_000,
  outputBytes: 200 * KB,
  /** Everything the provider may send for one answer, with reasoning and protocol overhead. */
  responseBytes: 64 * KB * KB,
  /** How long the demo takes for an answer, at the pace of a model. */
  demoDuration: 3_000,
}

export type WritingLimits = typeof writingLimits & {
  /** The maximum sent to the provider; by default the model's own. */
  outputTokens?: number | undefined
}
