/** What a writer is asked: for models as messages, for the demo the same in pieces. */
export type Prompt = {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** Already contained in the messages. */
  request: string
  /** Already contained in the messages, as far as it fits. Empty when there is none. */
  currentScript: string
}

export type Usage = { inputTokens: number | null; outputTokens: number | null }

export type WritingPart =
  | { type: 'text'; text: string }
  /** Truncated: the text was cut, by us or by the provider, before the writer was done. */
  | { type: 'end'; usage: Usage; truncated: boolean }

/** Ends with an `end` part or throws a WritingFailure; text that came before it stays valid. */
export interface Writer {
  readonly name: string
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<WritingPart>
}
