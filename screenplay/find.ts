import type { Element, Screenplay } from './elements.ts'
import { matchesIn } from './finding/matches.ts'
import type { TextRange } from './finding/pieces.ts'
import { inCaseOf } from './finding/name-forms.ts'
import { type Replaced, replacePlaces } from './finding/replace.ts'
import { rangesOf, type Scope } from './finding/scopes.ts'
import { characterName } from './statistics/character-name.ts'
import { countSpeech } from './statistics/speech.ts'

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

/**
 * Replaces all matches, or only the one `at` a place. The replacement takes on the emphasis of the first character it
 * replaces, and its letter case unless case matters. Every element keeps its kind: it is forced, or the match is
 * skipped.
 */
export function replaceMatches(
  screenplay: Screenplay,
  query: FindQuery,
  replacement: string,
  at?: TextRange,
): Replaced {
  const { source } = screenplay
  const matches = findMatches(screenplay, query)
  const chosen = at
    ? matches.filter(({ start, end }) => start === at.start && end === at.end)
    : matches
  const textFor = query.caseSensitive ? () => replacement : inCaseOf(source, replacement)
  const places = chosen.map(({ start, end }) => ({ start, end, text: textFor({ start, end }) }))
  return replacePlaces(screenplay, places, isPrinted(query.text))
}

/** Everyone who speaks, in capitals and without extensions; most speeches first. */
export function characterNames({ elements }: Screenplay): string[] {
  const { characters } = countSpeech(elements)
  return characters.toSorted((one, other) => other.lines - one.lines).map(({ name }) => name)
}

/** The name of the character that a text names, in any case; undefined if nobody is called so. */
export function characterCalled({ elements }: Screenplay, text: string): string | undefined {
  const name = characterName(text)
  const isNamed = ({ type, text: cue }: Element) =>
    type === 'character' && characterName(cue) === name
  return name !== '' && elements.some(isNamed) ? name : undefined
}
