/** The input of a writer: messages for a model, and the same content in separate fields for the demo. */
export type Prompt = {
  /** Whose request it is, for work that users share fairly. */
  userId?: string
  system: string
  /** Precedes the messages; the parts that change least between prompts come first. */
  context?: string[]
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** Also part of the messages. */
  request: string
  /** Also part of the context, possibly in parts. Empty for a new script. */
  currentScript: string
  /** The last answer, which was cut off: only its continuation is wanted. Also part of the messages. */
  continued?: string
  /** The only range of `currentScript` that may change, in UTF-16 units; null for the whole script. */
  target?: { start: number; end: number } | null
  /** A question is answered in prose and changes nothing. */
  mode?: 'change' | 'ask'
  /** How many versions of the change are wanted; null for one. */
  alternatives?: number | null
}

/** Null where the provider reports no count. */
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

/** Yields text and then an `end` part. If it throws a WritingFailure, the text yielded before stays valid. */
export interface Writer {
  readonly name: string
  /** Whether the writer reads all of `currentScript`, not only the excerpts in the messages. */
  readonly readsScript?: boolean
  /** Whether the writer ignores the examples in the messages. */
  readonly ignoresExamples?: boolean
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<WritingPart>
}
