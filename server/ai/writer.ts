/** What a writer gets: messages for a model, the same in separate fields for the demo. */
export type Prompt = {
  system: string
  /** Comes before the messages; what changes least from one prompt to the next is first. */
  context?: string[]
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** Also part of the messages. */
  request: string
  /** Also part of the context, possibly in parts. Empty for a new script. */
  currentScript: string
  /** The last answer, which was cut off: only what follows is wanted. Also part of the messages. */
  continued?: string
  /** The range of `currentScript`, in UTF-16 units, that alone may change; null for the whole script. */
  target?: { start: number; end: number } | null
  /** A question is answered in prose and changes nothing. */
  mode?: 'change' | 'ask'
  /** How many versions of the change are wanted; null for one. */
  alternatives?: number | null
}

/** Null where the provider does not count. */
export type Usage = {
  inputTokens: number | null
  /** How many of the input tokens the provider had cached. */
  cachedInputTokens: number | null
  outputTokens: number | null
}

export const unknownUsage: Usage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
}

export type WritingPart =
  | { type: 'text'; text: string }
  /** Truncated: the output limit, ours or the provider's, was reached before the end. */
  | { type: 'end'; usage: Usage; truncated: boolean }

/** Yields text and then an `end` part, or throws a WritingFailure; text yielded before stays valid. */
export interface Writer {
  readonly name: string
  /** It reads `currentScript` itself, not only what the messages show of it. */
  readonly readsScript?: boolean
  /** It does not look at the examples in the messages. */
  readonly ignoresExamples?: boolean
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<WritingPart>
}
