const KB = 1024

/** Times in milliseconds. */
export const writingLimits = {
  /** Timeouts for the first token and between two tokens; reasoning tokens count. */
  firstToken: 60_000,
  betweenTokens: 30_000,
  tries: 3,
  firstWait: 500,
  /** A longer Retry-After is not waited for. */
  longestWait: 30_000,
  outputBytes: 200 * KB,
  /** Everything the provider may send for one answer, with reasoning and protocol overhead. */
  responseBytes: 64 * KB * KB,
  /** How long the demo takes for an answer, at the pace of a model. */
  demoDuration: 3_000,
}

export type WritingLimits = typeof writingLimits & {
  /** What the provider is told; by default as many as the model may write. */
  outputTokens?: number | undefined
}
