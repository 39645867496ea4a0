import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { within } from './within.ts'
import type { Prompt } from './writer.ts'
import type { WritingLimits } from './writing-limits.ts'

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
  const disconnect = () => connection.abort()
  signal.addEventListener('abort', disconnect)
  let deadline = performance.now() + limits.firstToken
  const inTime = <T>(work: Promise<T>) => within(work, deadline - performance.now(), signal)
  try {
    signal.throwIfAborted()
    const options = { ...callOptions(model, prompt), abortSignal: connection.signal }
    const { stream } = await inTime(Promise.resolve(model.doStream(options)))
    const reader = stream.getReader()
    while (true) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      yield value
      if (isToken(value)) deadline = performance.now() + limits.betweenTokens
    }
  } finally {
    signal.removeEventListener('abort', disconnect)
    disconnect()
  }
}
