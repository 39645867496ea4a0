import type { Text } from '@codemirror/state'

/** An answer that is being written. */
export type StreamingAnswer = {
  text: { get: () => string; subscribe: (listener: () => void) => () => void }
  /** The text that the request was about; null if another tab sent it: the shown text is used then. */
  doc: Text | null
  /** The only range of the script that may change; null if all of it may. */
  target: { start: number; end: number } | null
}
