import type { Screenplay } from './elements.ts'
import { matchesIn } from './finding/matches.ts'
import type { TextRange } from './finding/pieces.ts'
import { replacements } from './finding/replacements.ts'
import { rangesOf, type Scope } from './finding/scopes.ts'
import type { Splice } from './splices.ts'
import { countSpeech } from './statistics/speech.ts'

export { renameCharacter } from './finding/rename-character.ts'

export type FindQuery = {
  /** Literal text. Accents match however they are encoded, quotation marks match straight or curly. */
  text: string
  caseSensitive: boolean
  /** Matches must not be next to a letter or digit of any writing system. */
  wholeWords: boolean
  within: Scope
}

/** Whether a query has no markers, so that it is compared with the printed text. */
const isPrinted = (text: string) => !/[*_\\]/.test(text)

/**
 * Ranges in the source, ascending, without overlaps. Emphasis does not matter, as long as the query has no markers:
 * 'very loud' is found in '*very* loud'.
 */
export function findMatches(screenplay: Screenplay, query: FindQuery): TextRange[] {
  const { text, caseSensitive, wholeWords, within } = query
  const ranges = rangesOf(screenplay, within)
  return matchesIn(screenplay.source, ranges, {
    text,
    caseSensitive,
    wholeWords,
    isPrinted: isPrinted(text),
  })
}

/** The replacement takes on the emphasis of the first character it replaces. */
export function replaceMatches(
  screenplay: Screenplay,
  query: FindQuery,
  replacement: string,
): Splice[] {
  return replacements(
    screenplay.source,
    findMatches(screenplay, query),
    replacement,
    isPrinted(query.text),
  )
}

/** Everyone who speaks, in capitals and without extensions; most speeches first. */
export function characterNames({ elements }: Screenplay): string[] {
  const { characters } = countSpeech(elements)
  return characters.toSorted((one, other) => other.lines - one.lines).map(({ name }) => name)
}
