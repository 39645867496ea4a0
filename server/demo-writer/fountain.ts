import type { Place } from './words/places.ts'

const LOOKS_LIKE_HEADING = /^(?:int|ext|est|i\/e)\b/i

/** A character's line. Forced where capitals alone would not make it one. */
export function cue(name: string): string {
  const capitals = name.toUpperCase()
  const isPlain = /^\p{Lu}/u.test(capitals) && !/\p{Ll}/u.test(capitals)
  return isPlain && !LOOKS_LIKE_HEADING.test(capitals) ? capitals : `@${capitals}`
}

export const heading = ({ name, inside }: Place, time: string): string =>
  `${inside ? 'INT.' : 'EXT.'} ${name.toUpperCase()} - ${time}`

/** Elements with a blank line between them. */
export const elements = (parts: readonly string[]): string => parts.join('\n\n')

/** A sentence of action, forced where it begins like something else: Est and Int are names, too. */
export const action = (text: string): string => {
  const sentence = sentenceCase(text)
  return LOOKS_LIKE_HEADING.test(sentence) ? `!${sentence}` : sentence
}

/** Sentences begin with a capital letter, also where a slot such as "the keeper" stands first. */
export const sentenceCase = (text: string): string =>
  text.replace(
    /(^|(?<!\.\.)[.!?]\s+)(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  )
