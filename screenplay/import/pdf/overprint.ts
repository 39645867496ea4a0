/** Text at a place on the page, in points. */
export type Word = { text: string; x: number; y: number; end: number }

/** The largest distance, in points, at which bold text is drawn a second time. */
const NEAR = 1.5

/**
 * The words of a line from left to right, without duplicates. Some programs print bold text by drawing it
 * twice, as a whole or word by word, at the same point or slightly beside it.
 */
export function withoutOverprint(words: readonly Word[]): Word[] {
  const kept: Word[] = []
  let widest: Word | undefined
  for (const word of words.toSorted((a, b) => a.x - b.x || b.end - a.end)) {
    if (word.text.trim() !== '' && widest && isOverprint(word, widest)) continue
    kept.push(word)
    if (word.text.trim() !== '' && (!widest || word.end > widest.end)) widest = word
  }
  return kept
}

/** Whether a word repeats text that an earlier word has already drawn at this place. */
function isOverprint({ text, x, end }: Word, before: Word): boolean {
  if (end > before.end + NEAR) return false
  const cell = (before.end - before.x) / before.text.length
  if (!(cell > 0)) return text === before.text && x - before.x < NEAR
  const at = Math.round((x - before.x) / cell)
  return [at, at - 1, at + 1].some(
    (index) => Math.abs(before.x + index * cell - x) < NEAR && before.text.startsWith(text, index),
  )
}
