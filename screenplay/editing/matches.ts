import { markersOf } from '../model/emphasis.ts'
import { Pieces, type TextRange } from './pieces.ts'

/**
 * A text as it is compared: composed (NFC), with plain quotation marks and spaces, in lower case unless case
 * matters. Each of its characters knows the range in the source that it stands for.
 */
type FoldedText = {
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
const foldedQuery = (text: string, caseSensitive: boolean): string =>
  fold(text.normalize('NFC'), caseSensitive)

/** With `isPrinted`, emphasis markers and escaping backslashes are left out. */
function foldedText(
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

/** All offsets of a pattern in a text, overlapping ones too, in linear time (Knuth, Morris, Pratt). */
function* occurrences(text: string, pattern: string): Generator<number> {
  const borders = bordersOf(pattern)
  const { length } = pattern
  const first = pattern.charAt(0)
  if (length === 0) return
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    if (matched === 0) {
      at = text.indexOf(first, at)
      if (at < 0) return
    }
    const code = text.charCodeAt(at)
    while (matched > 0 && pattern.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (pattern.charCodeAt(matched) === code) matched += 1
    if (matched < length) continue
    yield at + 1 - length
    matched = borders[length - 1] ?? 0
  }
}

/** For each prefix of the pattern, the length of its longest proper prefix that is also a suffix. */
function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length)
  let border = 0
  for (let at = 1; at < pattern.length; at += 1) {
    const code = pattern.charCodeAt(at)
    while (border > 0 && pattern.charCodeAt(border) !== code) border = borders[border - 1] ?? 0
    if (pattern.charCodeAt(border) === code) border += 1
    borders[at] = border
  }
  return borders
}

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

type Form = 'capitals' | 'capitalized' | 'lower-case' | 'without-case'

const words = /[^\s-]+/g
/** The first letter, and a letter after an apostrophe as in "O'Brien", but not as in "Mary's". */
const initials = /^\p{L}|(?<=['’])\p{L}(?=\p{L})/gu

function formOf(text: string): Form {
  const lower = text.toLowerCase()
  const upper = text.toUpperCase()
  if (lower === upper) return 'without-case'
  if (text === upper) return 'capitals'
  const isCapitalized = text.split(/\s+/).every((word) => {
    const first = /\p{L}/u.exec(word)?.[0] ?? ''
    return first === first.toUpperCase()
  })
  return isCapitalized ? 'capitalized' : 'lower-case'
}

const capitalized = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(words, (word) => word.replaceAll(initials, (letter) => letter.toUpperCase()))

/**
 * A name in the letter case of `text`: RUI becomes TOMÁS, Rui becomes Tomás. Undefined for lower case, which
 * is often an ordinary word.
 */
export function inFormOf(text: string, name: string): string | undefined {
  const form = formOf(text)
  if (form === 'lower-case') return undefined
  if (form === 'capitals') return name.toUpperCase()
  return form === 'capitalized' && formOf(name) === 'capitals' ? capitalized(name) : name
}

const upper = /\p{Lu}/gu
const lower = /\p{Ll}/u
const firstLetter = /^[^\p{L}\p{N}]*\p{L}/u
const initialCapital = /^[^\p{L}\p{N}]*\p{Lu}/u
const wordInitial = /(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu
const raised = (letters: string) => letters.toUpperCase()

/** A replacement in the letter case of the text that it replaces: RAIN becomes SNOW, Rain becomes Snow, rain snow. */
export function inCaseOf(source: string, replacement: string) {
  // Kept for the next place of the same line, which may be long.
  let line = { end: -1, isCapitals: false }
  return ({ start, end }: TextRange): string => {
    const text = source.slice(start, end)
    const capitals = text.match(upper)?.length ?? 0
    if (capitals === 0) return lower.test(text) ? replacement.toLowerCase() : replacement
    if (start >= line.end) line = lineOf(source, start)
    // A single capital is an initial, unless the whole line is in capitals.
    if (!lower.test(text) && (capitals > 1 || line.isCapitals)) return replacement.toUpperCase()
    if (!initialCapital.test(text)) return replacement
    const typed = formOf(replacement) === 'capitals' ? capitalized(replacement) : replacement
    const isName = capitals > 1 && formOf(text) === 'capitalized'
    return typed.replace(isName ? wordInitial : firstLetter, raised)
  }
}

function lineOf(source: string, at: number) {
  const found = source.indexOf('\n', at)
  const end = found < 0 ? source.length : found + 1
  const start = at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1
  return { end, isCapitals: !lower.test(source.slice(start, end)) }
}
