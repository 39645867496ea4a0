/** Marks a code unit that is part of the preceding grapheme. */
export const JOINED = 255

// Latin, Greek, Cyrillic and Armenian without combining marks, and their punctuation: one cell each.
const NARROW =
  '\\0-\\u02ff\\u0370-\\u0482\\u048a-\\u058f\\u1e00-\\u1fff\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20c0'
const ALL_NARROW = new RegExp(`^[${NARROW}]*$`)
// Chinese and Japanese without combining marks: every code unit is a grapheme.
const HAN =
  '\\u3000-\\u3029\\u3030-\\u303e\\u3041-\\u3096\\u309b-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uff00-\\uff60'
const NARROW_AND_HAN = new RegExp(`^[${NARROW}${HAN}]*$`)
const LAST_LATIN = 0x2ff
const FIRST_WIDE = 0x2e80

// East Asian wide and fullwidth characters and emoji take two cells, as in a terminal.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u

const NO_WIDTH = /^[\p{Mark}\p{Format}\u200b]/u

/** Created lazily: constructing it takes longer than measuring a whole Latin script. */
let segmenter: Intl.Segmenter | undefined

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

function cellsOf(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2
  return NO_WIDTH.test(grapheme) ? 0 : 1
}

/** Fast path: most texts are Latin, and this is faster than a regular expression. */
function isLatin(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > LAST_LATIN) return false
  }
  return true
}

/** Cells per code unit; undefined if every code unit takes one. */
export function cellsIn(text: string): Uint8Array | undefined {
  if (isLatin(text) || ALL_NARROW.test(text)) return undefined
  const cells = new Uint8Array(text.length).fill(JOINED)
  if (NARROW_AND_HAN.test(text)) {
    for (let index = 0; index < text.length; index += 1) {
      cells[index] = text.charCodeAt(index) < FIRST_WIDE ? 1 : 2
    }
    return cells
  }
  for (const { segment, index } of graphemes(text)) cells[index] = cellsOf(segment)
  return cells
}

export function widthOf(text: string): number {
  const cells = cellsIn(text)
  if (!cells) return text.length
  let width = 0
  for (const count of cells) if (count !== JOINED) width += count
  return width
}
