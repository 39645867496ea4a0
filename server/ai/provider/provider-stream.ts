import {
  WritingFailure,
  type WritingFailureCode,
  type Prompt,
  type WritingLimits,
} from '../writer.ts'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** Rejects with `provider_timeout` or `aborted` if the promise takes too long or the signal fires. */
function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = () => settle(() => reject(new WritingFailure('aborted')))
    const timer = setTimeout(
      () => settle(() => reject(new WritingFailure('provider_timeout'))),
      Math.max(0, milliseconds),
    )
    signal.addEventListener('abort', onAbort)
    promise.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (signal.aborted) onAbort()
  })
}

/** Reads a stream against a moving deadline, with one timer for all parts: there are thousands. */
export class DeadlineReader<Part> {
  readonly #reader: ReadableStreamDefaultReader<Part>
  #timer: NodeJS.Timeout | undefined
  #isReading = false
  #failure: WritingFailure | undefined

  constructor(reader: ReadableStreamDefaultReader<Part>) {
    this.#reader = reader
  }

  /** From now on, each part must arrive within this many milliseconds of the last renewal. */
  setDeadline(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#onDeadline(), Math.max(0, milliseconds))
  }

  renewDeadline(): void {
    this.#timer?.refresh()
  }

  /** Undefined at the end. */
  async next(): Promise<Part | undefined> {
    this.#isReading = true
    try {
      const { value } = await this.#reader.read()
      if (this.#failure) throw this.#failure
      return value
    } catch (error) {
      throw this.#failure ?? error
    } finally {
      this.#isReading = false
    }
  }

  abort(code: WritingFailureCode): void {
    this.#failure ??= new WritingFailure(code)
    this.close()
  }

  close(): void {
    clearTimeout(this.#timer)
    // Ends a pending read at once; a failure to cancel the source no longer matters.
    this.#reader.cancel().catch(() => undefined)
  }

  #onDeadline(): void {
    // The provider is late only if a read is pending, not while the caller processes the last part.
    if (this.#isReading) this.abort('provider_timeout')
    else this.renewDeadline()
  }
}

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
