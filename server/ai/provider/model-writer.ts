import { setTimeout as sleep } from 'node:timers/promises'
import { boundedFetch } from './bounded-fetch.ts'
import { maskSecret, type ProviderError, toProviderError } from './provider-error.ts'
import { modelAnswer } from './model-answer.ts'
import { type ModelSettings, openModel } from './open-model.ts'
import { type Prompt, type Writer, WritingFailure, type WritingLimits } from '../writer.ts'

const DETAIL_CHARACTERS = 300

type WarningLog = { warn(entry: object, sentence: string): void }

/** Exponential backoff with jitter. */
const backoff = (attempt: number, firstWait: number) =>
  firstWait * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)

async function pause(milliseconds: number, signal: AbortSignal) {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch {
    throw new WritingFailure('aborted')
  }
}

/** The provider's message for the log, without the API key and without what the user wrote. */
function safeDetail(detail: string, { apiKey, baseUrl }: ModelSettings, prompt: Prompt): string {
  const password = baseUrl === undefined ? '' : new URL(baseUrl).password
  const secrets = [apiKey ?? '', password]
  const { request, context = [], messages } = prompt
  const userText = [request, ...context, ...messages.map(({ content }) => content)].join('\n')
  const short = detail.slice(0, DETAIL_CHARACTERS).replace(/\s+/g, ' ')
  const withoutKeys = secrets.reduce((text, secret) => maskSecret(text, secret, 6), short)
  return maskSecret(withoutKeys, userText.replace(/\s+/g, ' '), 24)
}

export function createModelWriter(
  settings: ModelSettings,
  log: WarningLog,
  limits: WritingLimits,
): Writer {
  const { provider, model: modelName = '' } = settings
  let opening: ReturnType<typeof openModel> | undefined

  function logError(error: ProviderError, prompt: Prompt, attempt: number) {
    const { code, status } = error
    if (code === 'aborted') return
    const detail = safeDetail(error.detail, settings, prompt)
    log.warn({ provider, model: modelName, code, status, detail, attempt }, 'AI request failed')
  }

  return {
    name: `${provider} ${modelName}`,
    async *write(prompt, signal) {
      for (let attempt = 1; ; attempt += 1) {
        let hasText = false
        try {
          opening ??= openModel(settings, boundedFetch({ ...limits, ...settings }))
          const model = await opening
          for await (const part of modelAnswer(model, prompt, limits, signal)) {
            hasText = true
            yield part
          }
          return
        } catch (cause) {
          const error = toProviderError(signal.aborted ? new WritingFailure('aborted') : cause)
          logError(error, prompt, attempt)
          const delay = error.retryAfter ?? backoff(attempt, limits.firstWait)
          const isLast = hasText || attempt >= limits.tries || delay > limits.longestWait
          if (isLast || !error.isRetryable) throw new WritingFailure(error.code)
          await pause(delay, signal)
        }
      }
    },
  }
}
