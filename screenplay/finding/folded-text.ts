import { markersOf } from '../emphasis.ts'
import { Pieces, type TextRange } from './pieces.ts'

/**
 * A text as it is compared: composed (NFC), with plain quotation marks and spaces, in lower case unless case
 * matters. Each of its characters knows the range in the source that it stands for.
 */
export type FoldedText = {
  text: string
  /** The source range of a range of the text; undefined if it would cut a composed character in two. */
  sourceRange: (from: number, to: number) => TextRange | undefined
}

const single = /[‘’‛ʼ]/g
const double = /[“”„‟]/g
const spaces = /[\u00a0\u202f]/g
const special = /[*_\\]/
const anyLine = /[^\n]*\n?/g
/** What NFC may change: a character with combining marks, Korean syllables in parts, anything beyond ASCII. */
const segment = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}+|[^]/gu

/** Never changes the length of a composed text. */
function fold(text: string, caseSensitive: boolean): string {
  const plain = text.replace(single, "'").replace(double, '"').replace(spaces, ' ')
  // 'İ' is the only character with a longer lower case; 'ς' is the same letter as 'σ'.
  return caseSensitive ? plain : plain.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')
}

/** A query as it is compared with a folded text. */
export const foldedQuery = (text: string, caseSensitive: boolean): string =>
  fold(text.normalize('NFC'), caseSensitive)

/** With `isPrinted`, emphasis markers and escaping backslashes are left out. */
export function foldedText(
  source: string,
  { caseSensitive, isPrinted }: { caseSensitive: boolean; isPrinted: boolean },
): FoldedText {
  const isComposed = source.normalize('NFC') === source
  if (isComposed && !(isPrinted && special.test(source))) {
    const text = fold(source, caseSensitive)
    return { text, sourceRange: (start, end) => ({ start, end }) }
  }
  const pieces = new Pieces()
  const add = (from: number, to: number) => {
    if (isComposed) pieces.keep(source.slice(from, to), from)
    else composeLines(source, from, to, pieces)
  }
  let done = 0
  for (const { start, end } of isPrinted ? markersIn(source) : []) {
    add(done, start)
    done = end
  }
  add(done, source.length)
  return {
    text: fold(pieces.text, caseSensitive),
    sourceRange: (from, to) => pieces.sourceRange(from, to),
  }
}

/** The emphasis markers of a text; only lines that may have some are read. */
function* markersIn(source: string): Generator<TextRange> {
  const marker = /[*_\\]/g
  for (let found = marker.exec(source); found; found = marker.exec(source)) {
    const start = found.index === 0 ? 0 : source.lastIndexOf('\n', found.index - 1) + 1
    const next = source.indexOf('\n', found.index)
    const end = next < 0 ? source.length : next
    for (const each of markersOf(source.slice(start, end))) {
      yield { start: start + each.start, end: start + each.end }
    }
    marker.lastIndex = end
  }
}

function composeLines(source: string, from: number, to: number, pieces: Pieces): void {
  const text = source.slice(from, to)
  if (text.normalize('NFC') === text) {
    pieces.keep(text, from)
    return
  }
  for (const { 0: line, index: lineStart } of text.matchAll(anyLine)) {
    if (line.normalize('NFC') === line) pieces.keep(line, from + lineStart)
    else
      for (const { 0: part, index } of line.matchAll(segment)) {
        const start = from + lineStart + index
        const composed = part.normalize('NFC')
        if (composed === part) pieces.keep(part, start)
        else pieces.replace(composed, { start, end: start + part.length })
      }
  }
}
