import type { TextRange } from './pieces.ts'

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
