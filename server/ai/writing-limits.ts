const KB = 1024

/** Times in milliseconds. */
export const writingLimits = {
  /** Until the first token, and between two; thinking counts as a sign of life. */
  firstToken: 60_000,
  betweenTokens: 30_000,
  tries: 3,
  firstWait: 500,
  /** A provider that asks for a longer pause is not waited for. */
  longestWait: 30_000,
  outputBytes: 200 * KB,
  /** Everything a provider may send for one answer: text in small wrapped pieces, and thinking. */
  responseBytes: 64 * KB * KB,
}

export type WritingLimits = typeof writingLimits
