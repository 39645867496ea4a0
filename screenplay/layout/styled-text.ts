import type { Span } from '../emphasis.ts'

/** A text and its spans. */
export class StyledText {
  readonly text: string
  readonly spans: readonly Span[]
  /** The offset of each span in the text. */
  readonly #starts: number[] = []

  constructor(spans: readonly Span[]) {
    this.spans = spans
    let end = 0
    for (const span of spans) {
      this.#starts.push(end)
      end += span.text.length
    }
    this.text = spans.map((span) => span.text).join('')
  }

  /** The index of the span that contains an offset; found by bisection, as a text may have a span per line. */
  #spanAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The spans of a range. */
  slice(start: number, end: number): Span[] {
    const [only] = this.spans
    if (only && this.spans.length === 1) return [{ ...only, text: only.text.slice(start, end) }]
    const cut: Span[] = []
    for (let index = this.#spanAt(start); index < this.spans.length; index += 1) {
      const span = this.spans[index]
      const at = this.#starts[index] ?? 0
      if (!span || at >= end) break
      const text = span.text.slice(Math.max(0, start - at), end - at)
      if (text !== '') cut.push({ ...span, text })
    }
    return cut
  }
}
