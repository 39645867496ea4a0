import type { Element, ElementType, Screenplay } from '../model/elements.ts'
import { LineReader, isSpeech, withoutCaret } from '../model/line-reader.ts'
import { characterName } from '../model/character-name.ts'
import type { TextRange } from './pieces.ts'
import { matchesIn, matcherIn, inCaseOf, inFormOf } from './matches.ts'
import { type Replaced, replacePlaces } from './replace.ts'
import { countSpeech } from '../model/statistics.ts'
import { plainText } from '../model/emphasis.ts'
import { markedText } from '../model/marked-text.ts'
import { textPositions } from '../model/text-positions.ts'
import type { Splice } from '../changes/splices.ts'
import { elementText } from '../model/write.ts'

/** Where to search. Dialogue includes lyrics that are sung in a speech, but no parentheticals and no notes. */
type Scope = 'all' | 'dialogue' | 'headings' | { character: string }

function rangesOf({ source, elements }: Screenplay, scope: Scope): TextRange[] {
  if (scope === 'all') return [{ start: 0, end: source.length }]
  const found =
    scope === 'headings'
      ? elements.filter(({ type }) => type === 'scene-heading')
      : spokenElements(elements, scope === 'dialogue' ? undefined : characterName(scope.character))
  return found.flatMap((element) => visibleRanges(source, element))
}

/** Dialogue and lyrics of a character, or of everyone. */
function spokenElements(elements: readonly Element[], name: string | undefined): Element[] {
  let isSpeaker = false
  return elements.filter(({ type, text, apart }) => {
    if (type === 'character') isSpeaker = name === undefined || characterName(text) === name
    else if (endsSpeech(type) || apart) isSpeaker = false
    return isSpeaker && (type === 'dialogue' || type === 'lyrics')
  })
}

const endsSpeech = (type: ElementType) => !isSpeech(type) && type !== 'note' && type !== 'boneyard'

/** The parts of an element outside notes and boneyard. */
function visibleRanges(source: string, { start, contentEnd }: Element): TextRange[] {
  if (!/\[\[|\/\*/.test(source.slice(start, contentEnd))) return [{ start, end: contentEnd }]
  const ranges: TextRange[] = []
  const reader = new LineReader(source, start, 1)
  while (reader.end < contentEnd && reader.next()) {
    const { pieces, text } = reader
    if (!reader.hidden) ranges.push({ start: reader.start, end: reader.contentEnd })
    else
      for (const [index, piece] of pieces.entries()) {
        const length = (pieces[index + 1]?.at ?? text.length) - piece.at
        if (length > 0) ranges.push({ start: piece.source, end: piece.source + length })
      }
  }
  return ranges
}

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

const extension = /\([^()]*\)/g
const around = /[\s*_]/

type NewName = { name: string; isForced: boolean; isFirst: boolean }

/** Replaces the name in a cue; extensions, notes, emphasis and the caret of dual dialogue stay. */
function renameCue(source: string, cue: Element, { name, isForced, isFirst }: NewName): Splice[] {
  const pieces = namePieces(cue.text)
  const [first, ...others] = pieces.flatMap((piece) => sourceRanges(source, cue, piece))
  if (!first) return []
  const old = plainText(pieces.map(({ start, end }) => cue.text.slice(start, end)).join(' '))
  const wanted = isForced ? name : (inFormOf(old, name) ?? name)
  const text = markedText([{ text: wanted }])
  const hasMark = source.slice(cue.start, cue.contentEnd).trimStart().startsWith('@')
  const rest = (cue.text.match(extension) ?? []).join(' ')
  const needsMark = elementText(
    { type: 'character', text: `${text} ${rest}`.trim() },
    { isFirst, speaks: true },
  ).startsWith('@')
  const mark = needsMark && !hasMark ? '@' : ''
  const at = mark ? source.slice(cue.start).search(/\S/) + cue.start : first.start
  return [
    { start: at, end: first.end, text: mark + source.slice(at, first.start) + text },
    ...others.map(({ start, end }) => ({ start, end, text: '' })),
  ]
}

/** The parts of a cue that are neither an extension nor a marker around the name. */
function namePieces(text: string): TextRange[] {
  const pieces: TextRange[] = []
  let at = 0
  const add = (partEnd: number) => {
    let start = at
    let end = partEnd
    while (start < end && around.test(text.charAt(start))) start += 1
    while (start < end && around.test(text.charAt(end - 1))) end -= 1
    if (start < end) pieces.push({ start, end })
  }
  for (const { 0: found, index } of text.matchAll(extension)) {
    add(index)
    at = index + found.length
  }
  add(text.length)
  return pieces
}

/** Where a piece of a cue's text is in the source: in several ranges if it contains a note. */
function sourceRanges(source: string, cue: Element, piece: TextRange): TextRange[] {
  const positions = textPositions(source, cue)
  const ranges: TextRange[] = []
  for (let offset = piece.start; offset < piece.end; offset += 1) {
    const at = positions(offset)
    const last = ranges.at(-1)
    if (last?.end === at) last.end = at + 1
    else ranges.push({ start: at, end: at + 1 })
  }
  return ranges
}

/** Not searched for mentions: cues are renamed separately, boneyard is cut, page breaks have no text. */
const withoutMentions = new Set<ElementType>(['character', 'boneyard', 'page-break'])

/**
 * Renames a character in all cues; with `mentions` also wherever else the name is written in capitals or
 * capitalized, except inside longer names. Cues in capitals stay in capitals unless the new name begins with '@'.
 */
export function renameCharacter(
  screenplay: Screenplay,
  oldName: string,
  newName: string,
  { mentions }: { mentions: boolean },
): Splice[] {
  const { source, elements } = screenplay
  const old = characterName(oldName)
  const isForced = newName.trim().startsWith('@')
  const typed = newName.trim().replace(/^@\s*/, '').replace(/\s+/g, ' ')
  const name = withoutCaret(typed)
  if (old === '' || name === '') return []
  const isFirst = (cue: Element) => screenplay.titlePage.length === 0 && cue === elements[0]
  const renamed = elements
    .filter(({ type, text }) => type === 'character' && characterName(text) === old)
    .flatMap((cue) => renameCue(source, cue, { name, isForced, isFirst: isFirst(cue) }))
  if (mentions) renamed.push(...renameMentions(screenplay, old, name))
  return renamed
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .toSorted((one, other) => one.start - other.start)
}

function renameMentions({ source, elements }: Screenplay, old: string, name: string): Splice[] {
  const ranges = elements
    .filter(({ type }) => !withoutMentions.has(type))
    .map(({ start, contentEnd }) => ({ start, end: contentEnd }))
  const options = { caseSensitive: false, wholeWords: true, isPrinted: false }
  const find = matcherIn(source, ranges, options)
  const longer = longerNames(elements, old).flatMap(find)
  longer.sort((one, other) => one.start - other.start)
  const isPart = isPartOfAny(longer)
  return find(old).flatMap(({ start, end }) => {
    if (isHyphenated(source, start, end) || isPart(start, end)) return []
    const text = inFormOf(source.slice(start, end), name)
    return text === undefined ? [] : [{ start, end, text: markedText([{ text }]) }]
  })
}

/** Far more than a script has; the text is searched once for each. */
const MAX_LONGER_NAMES = 100

/** Names of other characters that contain the name: RUI COSTA is not RUI. */
function longerNames(elements: readonly Element[], old: string): string[] {
  const names = new Set<string>()
  for (const { type, text } of elements) {
    const name = type === 'character' ? characterName(text) : ''
    if (name !== old && name.includes(old)) names.add(name)
  }
  return [...names].slice(0, MAX_LONGER_NAMES)
}

/** Tests whether a range is part of one of these; must be called in ascending order. */
function isPartOfAny(ranges: readonly TextRange[]) {
  let next = 0
  let reach = 0
  return (start: number, end: number): boolean => {
    for (let range = ranges[next]; range && range.start <= start; range = ranges[next]) {
      reach = Math.max(reach, range.end)
      next += 1
    }
    return end <= reach
  }
}

/** "Ann-Marie" is not Ann. */
const isHyphenated = (source: string, start: number, end: number) =>
  /\p{L}-$/u.test(source.slice(Math.max(start - 3, 0), start)) ||
  /^-\p{L}/u.test(source.slice(end, end + 3))
