import { english, german } from './word-lists.ts'

export type Token = { word: string; lower: string; startsSentence: boolean; before: string }

/** Only the beginning of a request is searched for a story. */
const MAX_TOKENS = 2000

const WORD = /[\p{L}\p{M}\p{N}]+(?:['\u2019.-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*/gu

/** The words, each with the characters between it and the previous one. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const before = text.slice(end, match.index)
    const startsSentence = tokens.length === 0 || /[.!?:;\n"(\u2026]|\s-\s/.test(before)
    const word = match[0].replace(/'s$/i, '')
    tokens.push({ word, lower: word.toLowerCase(), startsSentence, before })
    end = match.index + match[0].length
    if (tokens.length === MAX_TOKENS) break
  }
  return tokens
}

export type Language = 'english' | 'german' | 'other'

export function languageOf(tokens: readonly Token[]): Language {
  const share = (words: ReadonlySet<string>) =>
    tokens.filter(({ lower }) => words.has(lower)).length / Math.max(1, tokens.length)
  const [inEnglish, inGerman] = [share(english), share(german)]
  if (inGerman > 0.1 && inGerman > inEnglish) return 'german'
  const isShort = tokens.length <= 6 && tokens.every(({ word }) => /^[\p{ASCII}]+$/u.test(word))
  return inEnglish >= 0.15 || isShort ? 'english' : 'other'
}
