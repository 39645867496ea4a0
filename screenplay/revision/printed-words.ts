import type { TextRange } from '../compare/comparison.ts'
import { type PrintedElement, printedElements, type Screenplay } from '../elements.ts'

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))

/** The words of a script that a reader sees, by their places in the source. */
export class PrintedWords {
  readonly #source: string
  readonly #elements: readonly PrintedElement[]

  constructor(screenplay: Screenplay) {
    this.#source = screenplay.source
    this.#elements = printedElements(screenplay).filter(({ type }) => type !== 'page-break')
  }

  /** The printed words that a range contains or touches, as one range for each element. */
  in(range: TextRange): TextRange[] {
    const found: TextRange[] = []
    for (let at = this.#firstEndingAfter(range.start); at < this.#elements.length; at += 1) {
      const element = this.#elements[at]
      if (!element || element.start >= range.end) break
      const start = Math.max(range.start, element.start)
      const end = Math.min(range.end, element.contentEnd)
      if (this.#source.slice(start, end).trim() !== '')
        found.push(this.#wholeWords(element, start, end))
    }
    return found
  }

  /**
   * The word that marks a removal: the next one, or the last one if none follows. A removal within a line is
   * marked in that line: if the line ends there, at its last word.
   */
  at(offset: number, isWithinLine: boolean): TextRange | undefined {
    const next = this.#firstEndingAfter(isWithinLine ? offset - 1 : offset)
    const element = this.#elements[next] ?? this.#elements.at(-1)
    if (!element) return undefined
    const { start, contentEnd } = element
    let at = Math.min(Math.max(offset, start), contentEnd - 1)
    while (at < contentEnd - 1 && isSpace(this.#source, at)) at += 1
    while (at > start && isSpace(this.#source, at)) at -= 1
    return this.#wholeWords(element, at, at + 1)
  }

  /** Trims spaces from a range and extends it to whole words. */
  #wholeWords({ start: first, contentEnd }: PrintedElement, start: number, end: number): TextRange {
    const source = this.#source
    const range = { start, end }
    while (isSpace(source, range.start)) range.start += 1
    while (isSpace(source, range.end - 1)) range.end -= 1
    while (range.start > first && !isSpace(source, range.start - 1)) range.start -= 1
    while (range.end < contentEnd && !isSpace(source, range.end)) range.end += 1
    return range
  }

  #firstEndingAfter(offset: number): number {
    let low = 0
    let high = this.#elements.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#elements[middle]?.contentEnd ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
