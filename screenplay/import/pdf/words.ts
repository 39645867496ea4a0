import type { Style } from '../../emphasis.ts'
import type { DrawnLine } from './drawn-lines.ts'
import { CONTINUED_TAG } from './own-pdf.ts'
import type { PageContent } from './page-reader.ts'

/** Text at a place on the page, in points, and its emphasis. */
export type Word = { text: string; x: number; y: number; end: number } & {
  [style in Style]?: true
} & {
  /** Its paragraph began on the page before. */
  continues?: true
}

const BOLD = /bold|black|heavy|demi|[-,]bd/i
const ITALIC = /italic|oblique|slanted|[-,](?:bd)?(?:it|obl)\b/i
/** The slope of upright letters that are drawn slanted, for want of an italic face. */
const MIN_SLANT = 0.1
/** How far below the letters a line underlines them, as a share of their size. */
const UNDERLINE = 0.36
/** Points. Letters are at most a few bands high. */
const BAND = 6
const MAX_BANDS = 20

/** The words of a page with their emphasis: the names of their fonts and the lines below them tell it. */
export function wordsOf({ items, fonts, drawn }: PageContent): Word[] {
  const linesNear = finder(drawn)
  let isContinued = false
  return items.flatMap(({ tag, str = '', transform = [], width = 0, fontName = '' }) => {
    isContinued ||= tag === CONTINUED_TAG
    const [, slope = 0, slant = 0, height = 0, x = 0, y = 0] = transform
    // Rotated text is a watermark.
    if (str === '' || slope !== 0) return []
    const { name = '', bold = false, italic = false } = fonts.get(fontName) ?? {}
    const word: Word = { text: str, x, y, end: x + width }
    if (isContinued) word.continues = true
    isContinued = false
    if (bold || BOLD.test(name)) word.bold = true
    if (italic || ITALIC.test(name) || slant > MIN_SLANT * height) word.italic = true
    const below = linesNear(y - height * UNDERLINE, y).filter(
      (line) => line.left < word.end && line.right > word.x,
    )
    return below.length > 0 ? underlined(word, below) : [word]
  })
}

/** Finds the lines between two heights. */
function finder(lines: readonly DrawnLine[]) {
  const bands = Map.groupBy(lines, ({ y }) => Math.floor(y / BAND))
  return (low: number, high: number): DrawnLine[] => {
    const found: DrawnLine[] = []
    const last = Math.min(Math.floor(high / BAND), Math.floor(low / BAND) + MAX_BANDS)
    for (let band = Math.floor(low / BAND); band <= last; band += 1) {
      for (const line of bands.get(band) ?? []) if (line.y > low && line.y < high) found.push(line)
    }
    return found
  }
}

/** Splits a word where it begins or ends to be underlined. */
function underlined(word: Word, lines: readonly DrawnLine[]): Word[] {
  const cell = (word.end - word.x) / word.text.length
  const parts: Word[] = []
  for (let n = 0; n < word.text.length; n += 1) {
    const [x, end] = [word.x + n * cell, word.x + (n + 1) * cell]
    const middle = (x + end) / 2
    const isUnderlined = lines.some(({ left, right }) => left < middle && middle < right)
    const last = parts.at(-1)
    if (last && (last.underline ?? false) === isUnderlined) {
      last.text += word.text.charAt(n)
      last.end = end
    } else {
      const part: Word = { ...word, text: word.text.charAt(n), x, end }
      if (isUnderlined) part.underline = true
      parts.push(part)
    }
  }
  return parts
}
