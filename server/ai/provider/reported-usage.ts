import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Usage } from '../writer.ts'

/** What the database can store. No model has read or written as much at once. */
const MOST_TOKENS = 2 ** 31 - 1

/** Null for what cannot be a number of tokens, as if nothing had been reported. */
const count = (reported: number | undefined): number | null =>
  reported !== undefined && Number.isInteger(reported) && reported >= 0 && reported <= MOST_TOKENS
    ? reported
    : null

/** The usage that a provider reports, which may be anything. */
export function reportedUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const input = count(inputTokens.total)
  const cached = count(inputTokens.cacheRead)
  return {
    inputTokens: input,
    // A part of the input.
    cachedInputTokens: input === null || cached === null ? null : Math.min(cached, input),
    outputTokens: count(outputTokens.total),
  }
}
