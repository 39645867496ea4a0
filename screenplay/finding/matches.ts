import { type FoldedText, foldedQuery, foldedText } from './folded-text.ts'
import { occurrences } from './occurrences.ts'
import type { TextRange } from './pieces.ts'

/** `isPrinted`: the text is compared as it is printed, without emphasis markers. */
type Options = { caseSensitive: boolean; wholeWords: boolean; isPrinted: boolean }

const wordCharacter = /[\p{L}\p{N}\p{M}]/u

/** The character that ends before or begins at an offset, whole even if it is a surrogate pair. */
const characterBefore = (text: string, at: number) =>
  /[\udc00-\udfff]/.test(text.charAt(at - 1))
    ? text.slice(Math.max(at - 2, 0), at)
    : text.charAt(at - 1)
const characterAt = (text: string, at: number) => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

const isInsideWord = (text: string, at: number) =>
  wordCharacter.test(characterBefore(text, at)) && wordCharacter.test(characterAt(text, at))

/**
 * Where a text occurs in these ranges of the source, which must be in order. The matches are ascending; of
 * overlapping matches, the first wins.
 */
export const matchesIn = (
  source: string,
  ranges: readonly TextRange[],
  { text, ...options }: Options & { text: string },
): TextRange[] => matcherIn(source, ranges, options)(text)

/** The same for several texts: the source is prepared once. */
export function matcherIn(source: string, ranges: readonly TextRange[], options: Options) {
  let folded: FoldedText | undefined
  return (text: string): TextRange[] => {
    const pattern = foldedQuery(text, options.caseSensitive)
    if (pattern === '' || !pattern.isWellFormed()) return []
    folded ??= foldedText(source, options)
    return matchesOf(pattern, folded, ranges, options)
  }
}

function matchesOf(
  pattern: string,
  { text, sourceRange }: FoldedText,
  ranges: readonly TextRange[],
  { wholeWords }: Options,
): TextRange[] {
  const matches: TextRange[] = []
  let next = 0
  let done = 0
  for (const from of occurrences(text, pattern)) {
    const to = from + pattern.length
    if (from < done) continue
    if (wholeWords && (isInsideWord(text, from) || isInsideWord(text, to))) continue
    const match = sourceRange(from, to)
    if (!match) continue
    while ((ranges[next]?.end ?? Infinity) < match.end) next += 1
    const range = ranges[next]
    if (!range) break
    if (match.start < range.start) continue
    matches.push(match)
    done = to
  }
  return matches
}
