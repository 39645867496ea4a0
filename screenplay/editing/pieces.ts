import { firstIndex } from '../model/first-index.ts'

export type TextRange = { start: number; end: number }

/** A piece of the text that begins at `at`: equal to its source, or a replacement for it. */
type Piece = { at: number; source: TextRange; isEqual: boolean }

/** A text made of pieces of a source, which knows where each of its characters comes from. */
export class Pieces {
  readonly #texts: string[] = []
  readonly #pieces: Piece[] = []
  #length = 0

  get text(): string {
    return this.#texts.join('')
  }

  /** Adds text that equals the source at this offset. */
  keep(text: string, start: number): void {
    if (text === '') return
    const last = this.#pieces.at(-1)
    if (last?.isEqual && last.source.end === start) last.source.end += text.length
    else this.#add({ start, end: start + text.length }, true)
    this.#append(text)
  }

  /** Adds a text that stands for a range of the source as a whole. */
  replace(text: string, source: TextRange): void {
    this.#add(source, false)
    this.#append(text)
  }

  #add(source: TextRange, isEqual: boolean): void {
    this.#pieces.push({ at: this.#length, source, isEqual })
  }

  #append(text: string): void {
    this.#texts.push(text)
    this.#length += text.length
  }

  /** The source of a range of the text; undefined if the range would split a replaced piece. */
  sourceRange(from: number, to: number): TextRange | undefined {
    const first = this.#indexAt(from)
    const last = this.#indexAt(to - 1)
    const [start, end] = [this.#pieces[first], this.#pieces[last]]
    if (!start || !end) return undefined
    const endsAt = this.#pieces[last + 1]?.at ?? this.#length
    if ((!start.isEqual && from !== start.at) || (!end.isEqual && to !== endsAt)) return undefined
    return {
      start: start.source.start + (start.isEqual ? from - start.at : 0),
      end: end.isEqual ? end.source.start + to - end.at : end.source.end,
    }
  }

  /** The last piece that begins at or before an offset. */
  #indexAt(offset: number): number {
    const next = firstIndex(this.#pieces.length, (index) => this.#pieces[index]!.at > offset)
    return Math.max(next - 1, 0)
  }
}
