/** What a writer gets: messages for a model, the same in separate fields for the demo. */
export type Prompt = {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** Also part of the messages. */
  request: string
  /** Also part of the messages, possibly shortened. Empty for a new script. */
  currentScript: string
  /** The last answer, which was cut off: only what follows is wanted. Also part of the messages. */
  continued?: string
}

export type Usage = { inputTokens: number | null; outputTokens: number | null }

export type WritingPart =
  | { type: 'text'; text: string }
  /** Truncated: the output limit, ours or the provider's, was reached before the end. */
  | { type: 'end'; usage: Usage; truncated: boolean }

/** Yields text and then an `end` part, or throws a WritingFailure; text yielded before stays valid. */
export interface Writer {
  readonly name: string
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<WritingPart>
}
