import type { LanguageModelV4, LanguageModelV4Usage } from '@ai-sdk/provider'
import { answerText, firstBytes } from './answer-text.ts'
import { providerStream } from './provider-stream.ts'
import type { Prompt, Usage, WritingPart } from '../writer.ts'
import { WritingFailure, type WritingFailureCode } from '../writing-failure.ts'
import type { WritingLimits } from '../writing-limits.ts'

const unknownUsage: Usage = { inputTokens: null, outputTokens: null }

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => ({
  inputTokens: inputTokens.total ?? null,
  outputTokens: outputTokens.total ?? null,
})

/** Some local servers never say why they stop; that alone does not make the text wrong. */
const isMissingEnd = (error: unknown) =>
  error instanceof Error && error.name === 'AI_InvalidResponseDataError'

/** For any other reason the provider broke off before it had anything to say. */
const whyEmpty: Record<string, WritingFailureCode> = {
  stop: 'empty_answer',
  length: 'empty_answer',
  'content-filter': 'content_refused',
}

/** One try: the text of the answer, at most so much of it, and how it ended. */
export async function* modelAnswer(
  model: LanguageModelV4,
  prompt: Prompt,
  limits: WritingLimits,
  signal: AbortSignal,
): AsyncGenerator<WritingPart> {
  const textOf = answerText()
  let room = limits.outputBytes
  let usage = unknownUsage
  let reason = 'interrupted'
  for await (const part of providerStream(model, prompt, limits, signal)) {
    if (part.type === 'error' && !isMissingEnd(part.error)) throw part.error
    if (part.type === 'finish') {
      usage = usageOf(part.usage)
      reason = part.finishReason.unified
    }
    if (part.type !== 'text-delta') continue
    const whole = textOf(part.delta)
    const text = firstBytes(whole, room)
    room -= Buffer.byteLength(text)
    if (text !== '') yield { type: 'text', text }
    if (text.length < whole.length) {
      reason = 'length'
      break
    }
  }
  if (room === limits.outputBytes) throw new WritingFailure(whyEmpty[reason] ?? 'provider_error')
  yield { type: 'end', usage, truncated: reason !== 'stop' }
}
