import type { LanguageModelV4 } from '@ai-sdk/provider'

export type ModelSettings = {
  provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible'
  model?: string | undefined
  apiKey?: string | undefined
  baseUrl?: string | undefined
  /** Refuses private addresses; set for connections that were entered in the browser. */
  checksAddress?: boolean | undefined
  /** Not those of this machine; set for the connection to its own Ollama server. */
  allowsLoopback?: boolean | undefined
}

type Connection = { apiKey: string; baseURL: string; fetch: typeof fetch }
type Open = (connection: Connection, model: string) => Promise<LanguageModelV4>

/** Each loads only its own SDK. */
const openers: Record<ModelSettings['provider'], Open> = {
  async openai(connection, model) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI(connection)(model)
  },
  async anthropic(connection, model) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic(connection)(model)
  },
  async google(connection, model) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle(connection)(model)
  },
  async 'openai-compatible'(connection, model) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({ ...connection, name: 'compatible', includeUsage: true })(model)
  },
}

/** Set explicitly, because the SDKs would otherwise read environment variables of their own. */
export const defaultUrls: Record<ModelSettings['provider'], string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': 'http://127.0.0.1:11434/v1',
}

export const openModel = (
  { provider, model = '', apiKey = '', baseUrl }: ModelSettings,
  send: typeof fetch,
): Promise<LanguageModelV4> =>
  openers[provider]({ apiKey, baseURL: baseUrl ?? defaultUrls[provider], fetch: send }, model)
