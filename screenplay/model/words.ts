/** Scripts that do not put spaces between words: here, each character counts as a word. */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
export const LETTER = `[[\\p{L}\\p{N}]--[${UNSPACED}]]\\p{M}*`

/** A word, wherever it stands in a script's text. `private.count_words` finds the same. */
export const WORD = new RegExp(
  `[[\\p{L}\\p{N}]&&[${UNSPACED}]]\\p{M}*|${LETTER}(?:['’ʼ]?${LETTER})*`,
  'gv',
)

export function countWords(text: string): number {
  let count = 0
  WORD.lastIndex = 0
  while (WORD.test(text)) count += 1
  return count
}

/** The same for a text that changes: a line is counted once. */
export function wordCounter(): (text: string) => number {
  let known = new Map<string, number>()
  return (text) => {
    const counts = new Map<string, number>()
    let words = 0
    for (const line of text.split('\n')) {
      const count = counts.get(line) ?? known.get(line) ?? countWords(line)
      counts.set(line, count)
      words += count
    }
    known = counts
    return words
  }
}
