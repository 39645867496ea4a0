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
  /** Scenes are read for somebody, instead of a request answered; for the demo. */
  reading?: { reader: string; scenes: number[]; isLast?: boolean }
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

/** Why a writer could not finish. */
export type WritingFailureCode =
  | 'aborted'
  | 'content_refused'
  | 'empty_answer'
  | 'key_unreadable'
  | 'prompt_too_long'
  | 'provider_busy'
  | 'provider_error'
  | 'provider_refused_key'
  | 'provider_timeout'
  | 'provider_unreachable'
  | 'target_too_long'

/** Never has a cause: a provider's error may contain the API key or the script. */
export class WritingFailure extends Error {
  override name = 'WritingFailure'
  readonly code: WritingFailureCode

  constructor(code: WritingFailureCode) {
    super(code)
    this.code = code
  }
}

const KB = 1024

/** Times in milliseconds. */
export const writingLimits = {
  /** Timeouts for the first token and between two tokens; reasoning tokens count. */
  firstToken: 60_000,
  betweenTokens: 30_000,
  tries: 3,
  firstWait: 500,
  /** If Retry-After is longer than this, the request fails instead of waiting. */
  longestWait: 30_000,
  outputBytes: 200 * KB,
  /** Everything the provider may send for one answer, with reasoning and protocol overhead. */
  responseBytes: 64 * KB * KB,
  /** How long the demo takes for an answer, at the pace of a model. */
  demoDuration: 3_000,
}

export type WritingLimits = typeof writingLimits & {
  /** The maximum sent to the provider; by default the model's own. */
  outputTokens?: number | undefined
}
