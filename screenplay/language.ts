import type { Screenplay } from './elements.ts'

/** Scripts that one language of the web is written in far more often than any other. */
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

/** Characters of the text that tell its language. */
export const LANGUAGE_SAMPLE = 2_000
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/**
 * The language a script is written in, as a tag such as `pt-PT`: what its title page says under `Language`, or
 * else what its letters say. Undefined for Latin letters, which could be any.
 */
export function languageOf({ source, titlePage }: Screenplay): string | undefined {
  const entry = titlePage.find(({ key }) => key.trim().toLowerCase() === 'language')
  const named = entry?.values.join(' ').trim() ?? ''
  if (TAG.test(named)) return named
  const body = source.slice(titlePage.at(-1)?.end ?? 0)
  const sample = (body.trim() === '' ? source : body).slice(0, LANGUAGE_SAMPLE)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  return scripts.find(([letter]) => (sample.match(letter)?.length ?? 0) > letters / 4)?.[1]
}
