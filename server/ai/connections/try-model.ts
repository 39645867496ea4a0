import { boundedFetch } from '../provider/bounded-fetch.ts'
import { modelAnswer } from '../provider/model-answer.ts'
import { type ModelSettings, openModel } from '../provider/open-model.ts'
import { writingLimits } from '../writer.ts'
import { type ConnectionProblem, problemOf } from './provider-words.ts'

const TIMEOUT = 30_000
const REQUEST = 'Answer with the single word: ready'

const prompt = {
  system: 'You answer with one word.',
  messages: [{ role: 'user' as const, content: REQUEST }],
  request: REQUEST,
  currentScript: '',
}

/** Makes a tiny request, which ends at its first word. Undefined if the model answers. */
export async function tryModel(settings: ModelSettings): Promise<ConnectionProblem | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const limits = { ...writingLimits, responseBytes: 1024 * 1024, firstToken: TIMEOUT }
  try {
    const model = await openModel(settings, boundedFetch({ ...limits, ...settings }))
    for await (const part of modelAnswer(model, prompt, limits, signal)) {
      if (part.type === 'text') break
    }
    return undefined
  } catch (error) {
    if (signal.aborted) return { fault: 'provider_timeout', words: '' }
    return problemOf(error, settings.apiKey ?? '')
  }
}
