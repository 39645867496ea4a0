import type { Style } from '../../emphasis.ts'
import { withoutMargins } from './numbered-heading.ts'
import { isHeading, isUpperCase, type Row, type Segment } from './rows.ts'

const styles = ['bold', 'underline'] as const
/** The share of the headings from which on a style is that of headings. */
const MOST = 0.8
/** Ends a sentence, or announces something: no place and time. */
const ends = /[.!?:;,…-]$/

/** The styles that all of the text has. */
const stylesOf = ({ spans = [] }: Segment): Style[] =>
  styles.filter((style) => spans.every((span) => span[style] || span.text.trim() === ''))

/** Recognises headings that name no INT or EXT by what those that do look like, or else by bold capitals. */
export class HeadingStyle {
  readonly #styles: readonly Style[]

  constructor(rows: readonly Row[], base: number) {
    const headings = rows.flatMap(({ segments }) => {
      const { segment } = withoutMargins(segments, base)
      return segment && isHeading(segment.text) && segment.spans ? [stylesOf(segment)] : []
    })
    const isUsual = (style: Style) =>
      headings.filter((found) => found.includes(style)).length >= MOST * headings.length
    this.#styles = headings.length > 0 ? styles.filter(isUsual) : ['bold']
  }

  get isKnown(): boolean {
    return this.#styles.length > 0
  }

  /** Whether a line in capitals, which has empty lines around it, is printed like a heading. */
  matches(segment: Segment): boolean {
    if (this.#styles.length === 0 || !segment.spans) return false
    const own = stylesOf(segment)
    const isStyled = this.#styles.every((style) => own.includes(style))
    return isStyled && isUpperCase(segment.text) && !ends.test(segment.text)
  }
}
