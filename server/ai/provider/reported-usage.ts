import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Usage } from '../writer.ts'

/** The maximum of the database column, more than any model reads or writes at once. */
const MAX_TOKENS = 2 ** 31 - 1

/** Treats an implausible number of tokens as not reported. */
const count = (reported: number | undefined): number | null =>
  reported !== undefined && Number.isInteger(reported) && reported >= 0 && reported <= MAX_TOKENS
    ? reported
    : null

/** The usage that a provider reports, which may be anything. */
export function reportedUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const input = count(inputTokens.total)
  const cached = count(inputTokens.cacheRead)
  return {
    inputTokens: input,
    // Cached tokens are part of the input, so they cannot exceed it.
    cachedInputTokens: input === null || cached === null ? null : Math.min(cached, input),
    outputTokens: count(outputTokens.total),
  }
}
