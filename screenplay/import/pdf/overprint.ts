import type { Word } from './words.ts'

/** The largest distance, in points, at which bold text is drawn a second time. */
const NEAR = 1.5

type Range = { from: number; to: number }

/**
 * The words of a line from left to right, without duplicates. Some programs print bold text by drawing it
 * twice, as a whole or word by word, at the same point or slightly beside it.
 */
export function withoutOverprint(words: readonly Word[]): Word[] {
  const kept: { word: Word; bold: Range[] }[] = []
  let widest: (typeof kept)[number] | undefined
  for (const word of words.toSorted((a, b) => a.x - b.x || b.end - a.end)) {
    const isFilled = word.text.trim() !== ''
    const again = isFilled && widest ? repeated(word, widest.word) : undefined
    if (again && widest) {
      widest.bold.push(again)
      const rest = again.to - again.from
      if (rest === word.text.length) continue
      // The plain text that follows is drawn with the bold text before it.
      const plain = { ...word, text: word.text.slice(rest), x: widest.word.end }
      kept.push((widest = { word: plain, bold: [] }))
      continue
    }
    const entry = { word, bold: [] }
    kept.push(entry)
    if (isFilled && (!widest || word.end > widest.word.end)) widest = entry
  }
  return kept.flatMap(({ word, bold }) => (bold.length > 0 ? withBold(word, bold) : [word]))
}

/** The text of an earlier word that a word, or its beginning, repeats at the same place. */
function repeated({ text, x }: Word, before: Word): Range | undefined {
  const cell = (before.end - before.x) / before.text.length
  if (!(cell > 0)) {
    const isSame = text === before.text && x - before.x < NEAR
    return isSame ? { from: 0, to: text.length } : undefined
  }
  const at = Math.round((x - before.x) / cell)
  const from = [at, at - 1, at + 1].find((index) => {
    const common = before.text.slice(index, index + text.length)
    const isNear = Math.abs(before.x + index * cell - x) < NEAR
    return isNear && common.trim() !== '' && text.startsWith(common)
  })
  return from === undefined
    ? undefined
    : { from, to: Math.min(from + text.length, before.text.length) }
}

/** Splits a word where it begins or ends to be bold. */
function withBold(word: Word, ranges: readonly Range[]): Word[] {
  const cell = (word.end - word.x) / word.text.length
  const edges = new Set([0, word.text.length, ...ranges.flatMap(({ from, to }) => [from, to])])
  const sorted = [...edges].toSorted((a, b) => a - b)
  return sorted.slice(1).map((to, n) => {
    const from = sorted[n]!
    const [x, end] = [word.x + from * cell, word.x + to * cell]
    const part: Word = Object.assign({}, word, { text: word.text.slice(from, to), x, end })
    if (ranges.some((range) => range.from <= from && to <= range.to)) part.bold = true
    return part
  })
}
