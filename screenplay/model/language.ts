import { entryKey, type Screenplay } from './elements.ts'

/** Writing systems, each with the language that uses it by far the most on the web. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
]

/** How many characters of the text are examined to tell its language. */
export const LANGUAGE_SAMPLE = 2_000
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/**
 * The language a script is written in, as a tag such as `pt-PT`: the `Language` entry of its title page, or
 * else a guess from its letters. Undefined for Latin letters, which many languages use.
 */
export function languageOf({ source, titlePage }: Screenplay): string | undefined {
  const entry = titlePage.find((one) => entryKey(one) === 'language')
  const named = entry?.values.join(' ').trim() ?? ''
  if (TAG.test(named)) return named
  const body = source.slice(titlePage.at(-1)?.end ?? 0)
  const sample = (body.trim() === '' ? source : body).slice(0, LANGUAGE_SAMPLE)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  return scripts.find(([letter]) => (sample.match(letter)?.length ?? 0) > letters / 4)?.[1]
}
