import type { Span } from '../emphasis.ts'

/** The formatting that matters here; undefined where not specified. Lengths in inches. */
export type ParagraphFormat = {
  left?: number
  firstLine?: number
  right?: number
  alignment?: string
}

/** A paragraph of a word processor. */
export type StyledParagraph = {
  spans: Span[]
  /** The name of its style. */
  style: string
  format: ParagraphFormat
  /** Space before the paragraph, in lines. */
  above: number
  startsPage: boolean
  /** The column, in a two-column table. */
  side?: 'left' | 'right'
}
