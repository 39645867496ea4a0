import type { Logger } from 'pino'
import type { ModelSettings } from '../provider/open-model.ts'
import { createThreadedWriter } from '../thread/threaded-writer.ts'
import { type Writer, WritingFailure, type WritingLimits, writingLimits } from '../writer.ts'
import type { ConnectionKeys } from './connection-keys.ts'

/** A model of a connection, as the database has it. */
export type ConnectionModel = {
  connection_id: string
  provider: ModelSettings['provider']
  base_url: string | null
  sealed_key: Buffer | null
  model: string
}

type Options = {
  keys: ConnectionKeys
  log: Logger
  limits?: Partial<WritingLimits> | undefined
  outputTokens?: number | undefined
  allowsPrivate: boolean
  /** Where the Models page looks for an Ollama server. */
  localModels: string
}

const MAX_WRITERS = 64

const unreadable = (name: string): Writer => ({
  name,
  // oxlint-disable-next-line require-yield -- there is nothing to yield
  async *write() {
    throw new WritingFailure('key_unreadable')
  },
})

/** Undefined if the key has to be entered again. */
export function settingsOf(
  { connection_id, provider, base_url, sealed_key, model }: ConnectionModel,
  { keys, allowsPrivate, localModels }: Pick<Options, 'keys' | 'allowsPrivate' | 'localModels'>,
): ModelSettings | undefined {
  const use = { connectionId: connection_id, provider, baseUrl: base_url }
  const apiKey = sealed_key ? keys.open(sealed_key, use) : ''
  if (apiKey === undefined) return undefined
  const baseUrl = base_url ?? undefined
  const allowsLoopback = baseUrl === `${localModels}/v1`
  return { provider, model, apiKey, baseUrl, checksAddress: !allowsPrivate, allowsLoopback }
}

/** The writers of connections: one for each model and key, made when it is first needed. */
export class ConnectionWriters {
  readonly #options: Options
  readonly #writers = new Map<string, Writer>()

  constructor(options: Options) {
    this.#options = options
  }

  for(connected: ConnectionModel): Writer {
    const id = JSON.stringify({ ...connected, sealed_key: connected.sealed_key?.toString('hex') })
    const known = this.#writers.get(id)
    if (known) return known
    const writer = this.#open(connected)
    const [oldest] = this.#writers.keys()
    if (this.#writers.size >= MAX_WRITERS && oldest !== undefined) this.#writers.delete(oldest)
    this.#writers.set(id, writer)
    return writer
  }

  #open(connected: ConnectionModel): Writer {
    const { log, limits, outputTokens } = this.#options
    const settings = settingsOf(connected, this.#options)
    if (settings)
      return createThreadedWriter(settings, log, { ...writingLimits, outputTokens, ...limits })
    const { connection_id: connection } = connected
    log.warn({ connection }, 'the key of a model connection has to be entered again')
    return unreadable(`${connected.provider} ${connected.model}`)
  }
}
