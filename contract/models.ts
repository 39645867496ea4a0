import * as z from 'zod/mini'

export const MODEL_KINDS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const
export type ModelKind = (typeof MODEL_KINDS)[number]

/** The id of the model that the environment of the server sets. */
export const ENVIRONMENT_MODEL = '00000000-0000-0000-0000-000000000000'

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const line = (most: number, problem: string) =>
  z.string(problem).check(
    z.trim(),
    z.minLength(1, problem),
    z.maxLength(most, problem),
    z.refine((text) => !CONTROLS.test(text), problem),
  )

/** Allows no user name, password, query or fragment; the server checks the destination. */
const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#@\\]*)?$/i

const address = z
  .string('bad_address')
  .check(z.trim(), z.maxLength(500, 'bad_address'), z.regex(ADDRESS, 'bad_address'))

/** Sent in a header: visible ASCII. */
const key = z.string('bad_api_key_text').check(
  z.trim(),
  z.maxLength(1000, 'bad_api_key_text'),
  z.refine((text) => /^[\x21-\x7e]*$/.test(text), 'bad_api_key_text'),
)

const connection = { id: z.uuid('unknown_connection') }
const model = { modelId: z.uuid('unknown_model') }

const save = z.object({
  action: z.literal('save'),
  ...connection,
  /** The revision that the admin edited; null for a new connection. */
  revision: z.nullable(z.int()),
  name: line(80, 'bad_connection_name'),
  kind: z.enum(MODEL_KINDS, 'bad_connection'),
  /** Null for the provider's default address. */
  baseUrl: z.nullable(address),
  /** Null keeps the stored key; an empty string removes it. */
  key: z.nullable(key),
})

/** Admin actions on connections and models; all but `find-local` respond with the new state. */
export const adminModelsRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('find-local') }),
  save.check(
    z.refine(({ kind, baseUrl }) => kind !== 'openai-compatible' || baseUrl !== null, 'no_address'),
  ),
  z.object({ action: z.literal('delete'), ...connection }),
  z.object({ action: z.literal('fetch'), ...connection }),
  z.object({ action: z.literal('add'), ...connection, model: line(200, 'bad_model_name') }),
  z.object({ action: z.literal('remove'), ...model }),
  z.object({ action: z.literal('rename'), ...model, label: line(80, 'bad_model_label') }),
  z.object({ action: z.literal('offer'), ...model, offered: z.boolean() }),
  z.object({ action: z.literal('default'), modelId: z.nullable(z.uuid('unknown_model')) }),
  z.object({ action: z.literal('test'), ...model }),
])
export type AdminModelsRequest = z.infer<typeof adminModelsRequest>

export type ListedModel = {
  id: string
  /** What the provider calls it. */
  model: string
  /** What writers read. */
  label: string
  /** Entered by hand. */
  typed: boolean
  offered: boolean
}

export type ListedConnection = {
  id: string
  name: string
  kind: ModelKind
  baseUrl: string | null
  /** The status of the key, never the key itself. `unreadable`: it has to be entered again. */
  key: 'none' | 'stored' | 'unreadable'
  revision: number
  models: ListedModel[]
}

export type AdminModels = {
  environment: {
    /** `demo` is the built-in demo writer. */
    provider: ModelKind | 'demo'
    model: string | null
    baseUrl: string | null
    /** Set by AI_PROVIDER: the default cannot be changed. */
    isFixed: boolean
  }
  defaultModel: string
  connections: ListedConnection[]
}

/** A sentence, and the provider's own error message if there was one. */
export type ConnectionTrouble = { sentence: string; words: string }

/** `trouble`: the change was made, but the provider could not be used. */
export type AdminModelsAnswer = { state: AdminModels; trouble: ConnectionTrouble | null }

/** An Ollama server on the same machine as Script Writer; null if there is none. */
export type LocalModels = { local: { baseUrl: string; models: string[] } | null }
