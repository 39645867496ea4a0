import type { LocalModels } from '../../../contract/models.ts'
import { boundedFetch } from '../../ai/provider/bounded-fetch.ts'

const TIMEOUT = 1_500
const RESPONSE_BYTES = 1024 * 1024

/** Whether an Ollama server answers on this machine. */
export async function findOllama(address: string): Promise<LocalModels['local']> {
  try {
    const checks = { checksAddress: true, allowsLoopback: true }
    const send = boundedFetch({ responseBytes: RESPONSE_BYTES, ...checks })
    const signal = AbortSignal.timeout(TIMEOUT)
    const response = await send(`${address}/api/tags`, { signal })
    const answer = (await response.json()) as { models?: { name?: unknown }[] }
    if (!response.ok || !Array.isArray(answer.models)) return null
    const names = answer.models.map((entry) => entry?.name)
    const models = names.filter((name) => typeof name === 'string').slice(0, 500)
    return { baseUrl: `${address}/v1`, models }
  } catch {
    // Nothing listens there, or something else does.
    return null
  }
}
