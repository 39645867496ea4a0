export type LineRange = { from: number; to: number }

/** Lines without their line breaks: so the last one compares like all others. */
export class TextLines {
  readonly text: string
  readonly lines: readonly string[]
  readonly #starts: number[] = []

  constructor(text: string) {
    this.text = text
    this.lines = text.split('\n')
    let at = 0
    for (const line of this.lines) {
      this.#starts.push(at)
      at += line.length + 1
    }
  }

  /** The text range of some lines, without the line break after them. */
  rangeOf({ from, to }: LineRange): { start: number; end: number } {
    const start = this.#starts[from] ?? this.text.length
    return { start, end: from === to ? start : (this.#starts[to] ?? this.text.length + 1) - 1 }
  }
}

export const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''

export function countText(lines: readonly string[], { from, to }: LineRange): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (!isBlank(lines[at])) count += 1
  return count
}
