import { WORD_CHARACTERS } from '../../contract/word-characters.ts'

const { unspaced, letter, mark } = WORD_CHARACTERS
export const LETTER = `[${letter}]${mark}*`

/** A word, wherever it stands in a script's text. `server/database/word-pattern.ts` makes the same of it for SQL. */
export const WORD = new RegExp(`[${unspaced}]${mark}*|${LETTER}(?:['’ʼ]?${LETTER})*`, 'gv')

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
