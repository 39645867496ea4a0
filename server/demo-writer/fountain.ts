import type { Place } from './words/places.ts'

const LOOKS_LIKE_HEADING = /^(?:int|ext|est|i\/e)\b/i

/** A character cue, forced with @ where capitals alone would not make it one. */
export function cue(name: string): string {
  const capitals = name.toUpperCase()
  const isPlain = /^\p{Lu}/u.test(capitals) && !/\p{Ll}/u.test(capitals)
  return isPlain && !LOOKS_LIKE_HEADING.test(capitals) ? capitals : `@${capitals}`
}

export const heading = ({ name, inside }: Place, time: string): string =>
  `${inside ? 'INT.' : 'EXT.'} ${name.toUpperCase()} - ${time}`

/** Elements with a blank line between them. */
export const elements = (parts: readonly string[]): string => parts.join('\n\n')

/** An action line, forced with ! where it would be read as a heading: Est and Int are names, too. */
export const action = (text: string): string => {
  const sentence = sentenceCase(text)
  return LOOKS_LIKE_HEADING.test(sentence) ? `!${sentence}` : sentence
}

/** Capitalises sentence starts, which may come from a slot such as "the keeper". */
export const sentenceCase = (text: string): string =>
  text.replace(
    /(^|(?<!\.\.)[.!?]\s+)(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  )
