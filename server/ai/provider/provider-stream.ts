import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { DeadlineReader, withTimeout } from './deadlines.ts'
import type { Prompt } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'
import type { WritingLimits } from '../writing-limits.ts'

/** Roughly the output limit in tokens. Only Anthropic's API requires a maximum. */
const ANTHROPIC_OUTPUT_TOKENS = 64_000

/** Anthropic caches a prompt only up to marked parts; other providers detect common prefixes themselves. */
const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

const textPart = (text: string) => ({ type: 'text' as const, text })

/** The context in separate parts for Anthropic's cache; many local servers accept only one part. */
function firstMessage(content: string, context: readonly string[], isAnthropic: boolean) {
  if (!isAnthropic) return [textPart([...context, content].join('\n\n'))]
  return [...context.map((text) => ({ ...textPart(text), ...CACHED })), textPart(content)]
}

function callOptions(
  model: LanguageModelV4,
  { system, context = [], messages }: Prompt,
  { outputTokens }: WritingLimits,
) {
  const isAnthropic = model.provider.startsWith('anthropic')
  const maxOutputTokens = outputTokens ?? (isAnthropic ? ANTHROPIC_OUTPUT_TOKENS : undefined)
  return {
    prompt: [
      { role: 'system' as const, content: system, ...CACHED },
      ...messages.map(({ role, content }, at) => ({
        role,
        content: at === 0 ? firstMessage(content, context, isAnthropic) : [textPart(content)],
      })),
    ],
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    // Otherwise OpenAI stores prompts and answers for 30 days.
    providerOptions: { openai: { store: false } },
  }
}

const isToken = ({ type }: LanguageModelV4StreamPart) =>
  type === 'text-delta' || type === 'reasoning-delta' || type === 'finish'

/**
 * Streams one response of the provider, with a deadline for every part; the time the caller spends
 * between two parts does not count. The connection is closed however the stream ends.
 */
export async function* providerStream(
  model: LanguageModelV4,
  prompt: Prompt,
  limits: WritingLimits,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const connection = new AbortController()
  const startedAt = performance.now()
  let reader: DeadlineReader<LanguageModelV4StreamPart> | undefined
  const onAbort = () => {
    connection.abort()
    reader?.abort('aborted')
  }
  signal.addEventListener('abort', onAbort)
  try {
    if (signal.aborted) throw new WritingFailure('aborted')
    const options = { ...callOptions(model, prompt, limits), abortSignal: connection.signal }
    const response = Promise.resolve(model.doStream(options))
    const { stream } = await withTimeout(response, limits.firstToken, signal)
    reader = new DeadlineReader(stream.getReader())
    reader.setDeadline(limits.firstToken - (performance.now() - startedAt))
    for (let hasToken = false; ; ) {
      const part = await reader.next()
      if (!part) return
      yield part
      if (!isToken(part)) continue
      if (hasToken) reader.renewDeadline()
      else reader.setDeadline(limits.betweenTokens)
      hasToken = true
    }
  } finally {
    reader?.close()
    signal.removeEventListener('abort', onAbort)
    connection.abort()
  }
}
