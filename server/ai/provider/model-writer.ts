import { setTimeout as wait } from 'node:timers/promises'
import { boundedFetch } from './bounded-fetch.ts'
import { masked } from './mask-secrets.ts'
import { modelAnswer } from './model-answer.ts'
import { type ModelSettings, openModel } from './open-model.ts'
import { problemOf, type ProviderProblem } from './provider-error.ts'
import type { Prompt, Writer } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'
import type { WritingLimits } from '../writing-limits.ts'

const LONGEST_DETAIL = 300

type WarningLog = { warn(entry: object, sentence: string): void }

/** Doubling, and not in step with everybody else who was refused at the same moment. */
const backOff = (tried: number, firstWait: number) =>
  firstWait * 2 ** (tried - 1) * (0.5 + Math.random() / 2)

async function pause(milliseconds: number, signal: AbortSignal) {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch {
    throw new WritingFailure('aborted')
  }
}

/** The provider's words for the log, without the key and without what the person wrote. */
function printable(detail: string, { apiKey, baseUrl }: ModelSettings, prompt: Prompt): string {
  const password = baseUrl === undefined ? '' : new URL(baseUrl).password
  const secrets = [apiKey ?? '', password]
  const written = [prompt.request, ...prompt.messages.map(({ content }) => content)].join('\n')
  const short = detail.slice(0, LONGEST_DETAIL).replace(/\s+/g, ' ')
  const keyless = secrets.reduce((text, secret) => masked(text, secret, 6), short)
  return masked(keyless, written.replace(/\s+/g, ' '), 24)
}

export function createModelWriter(
  settings: ModelSettings,
  log: WarningLog,
  limits: WritingLimits,
): Writer {
  const { provider, model: modelName = '' } = settings
  let opening: ReturnType<typeof openModel> | undefined

  function tell(problem: ProviderProblem, prompt: Prompt, tried: number) {
    if (problem.code === 'aborted') return
    const { code, status } = problem
    const detail = printable(problem.detail, settings, prompt)
    log.warn({ provider, model: modelName, code, status, detail, tried }, 'AI request failed')
  }

  return {
    name: `${provider} ${modelName}`,
    async *write(prompt, signal) {
      for (let tried = 1; ; tried += 1) {
        let hasText = false
        try {
          opening ??= openModel(settings, boundedFetch(limits.responseBytes))
          const model = await opening
          for await (const part of modelAnswer(model, prompt, limits, signal)) {
            hasText = true
            yield part
          }
          return
        } catch (error) {
          const problem = problemOf(signal.aborted ? new WritingFailure('aborted') : error)
          tell(problem, prompt, tried)
          const patience = problem.askedPause ?? backOff(tried, limits.firstWait)
          const isLast = hasText || tried >= limits.tries || patience > limits.longestWait
          if (isLast || !problem.worthRetrying) throw new WritingFailure(problem.code)
          await pause(patience, signal)
        }
      }
    },
  }
}
