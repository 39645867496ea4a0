import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { Reading } from './deadlines.ts'
import { within } from '../within.ts'
import type { Prompt } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'
import type { WritingLimits } from '../writing-limits.ts'

/** As many as the output limit can hold. Only Anthropic's interface demands a number. */
const ANTHROPIC_OUTPUT_TOKENS = 64_000

function callOptions(model: LanguageModelV4, { system, messages }: Prompt) {
  const isAnthropic = model.provider.startsWith('anthropic')
  return {
    prompt: [
      { role: 'system' as const, content: system },
      ...messages.map(({ role, content }) => ({
        role,
        content: [{ type: 'text' as const, text: content }],
      })),
    ],
    ...(isAnthropic && { maxOutputTokens: ANTHROPIC_OUTPUT_TOKENS }),
    // OpenAI would keep prompts and answers for a month.
    providerOptions: { openai: { store: false } },
  }
}

const isToken = ({ type }: LanguageModelV4StreamPart) =>
  type === 'text-delta' || type === 'reasoning-delta' || type === 'finish'

/**
 * One request to the provider, part by part, each within its deadline. However the reading ends,
 * so does the connection. The time the caller takes between two parts does not count.
 */
export async function* providerStream(
  model: LanguageModelV4,
  prompt: Prompt,
  limits: WritingLimits,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const connection = new AbortController()
  const asked = performance.now()
  let reading: Reading<LanguageModelV4StreamPart> | undefined
  const onAbort = () => {
    connection.abort()
    reading?.breakOff('aborted')
  }
  signal.addEventListener('abort', onAbort)
  try {
    if (signal.aborted) throw new WritingFailure('aborted')
    const options = { ...callOptions(model, prompt), abortSignal: connection.signal }
    const answer = Promise.resolve(model.doStream(options))
    const { stream } = await within(answer, limits.firstToken, signal)
    reading = new Reading(stream.getReader())
    reading.allow(limits.firstToken - (performance.now() - asked))
    for (let hasToken = false; ; ) {
      const part = await reading.next()
      if (!part) return
      yield part
      if (!isToken(part)) continue
      if (hasToken) reading.allowAgain()
      else reading.allow(limits.betweenTokens)
      hasToken = true
    }
  } finally {
    reading?.close()
    signal.removeEventListener('abort', onAbort)
    connection.abort()
  }
}
