import type { LanguageModelV4 } from '@ai-sdk/provider'
import { answerText, truncateBytes } from './answer-text.ts'
import { providerStream } from './provider-stream.ts'
import { reportedUsage } from './reported-usage.ts'
import { type Prompt, unknownUsage, type WritingPart } from '../writer.ts'
import { WritingFailure, type WritingFailureCode } from '../writing-failure.ts'
import type { WritingLimits } from '../writing-limits.ts'

/** Some local servers send no finish reason; the text is usable all the same. */
const isMissingFinish = (error: unknown) =>
  error instanceof Error && error.name === 'AI_InvalidResponseDataError'

/** By finish reason; any other means that the provider failed before the first word. */
const EMPTY_ANSWER = new Map<string, WritingFailureCode>([
  ['stop', 'empty_answer'],
  ['length', 'empty_answer'],
  ['content-filter', 'content_refused'],
])

/** One request: the text of the answer, cut at the output limit, and how it ended. */
export async function* modelAnswer(
  model: LanguageModelV4,
  prompt: Prompt,
  limits: WritingLimits,
  signal: AbortSignal,
): AsyncGenerator<WritingPart> {
  const textOf = answerText({ keepsStart: prompt.continued !== undefined })
  let bytesLeft = limits.outputBytes
  let usage = unknownUsage
  let reason = 'interrupted'
  for await (const part of providerStream(model, prompt, limits, signal)) {
    if (part.type === 'error' && !isMissingFinish(part.error)) throw part.error
    if (part.type === 'finish') {
      usage = reportedUsage(part.usage)
      reason = part.finishReason.unified
    }
    if (part.type !== 'text-delta') continue
    const whole = textOf(part.delta)
    const text = truncateBytes(whole, bytesLeft)
    bytesLeft -= Buffer.byteLength(text)
    if (text !== '') yield { type: 'text', text }
    if (text.length < whole.length) {
      reason = 'length'
      break
    }
  }
  if (bytesLeft === limits.outputBytes)
    throw new WritingFailure(EMPTY_ANSWER.get(reason) ?? 'provider_error')
  yield { type: 'end', usage, truncated: reason !== 'stop' }
}
