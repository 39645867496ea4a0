import type { Text } from '@codemirror/state'

/** Where text came from that the writer did not type. */
type MarkOrigin = 'answer' | 'import' | 'pasted' | 'template'

export type MarkedOrigin = {
  origin: MarkOrigin
  /** For the reader, such as `AI, kept: gpt-5.2`. */
  label: string
}

/** What is known of a text; what is in none of the ranges was typed. */
export type PageOrigins = {
  doc: Text
  ranges: readonly (MarkedOrigin & { start: number; end: number })[]
  labels: {
    typed: string
    pasted: string
    template: string
    mixed: (parts: readonly string[]) => string
  }
}
