import type { Element, ElementType, Screenplay } from '../elements.ts'
import { markedText } from '../marked-text.ts'
import { withoutCaret } from '../parse/line-kinds.ts'
import type { Splice } from '../splices.ts'
import { characterName } from '../statistics/character-name.ts'
import { renameCue } from './cue.ts'
import { matcherIn } from './matches.ts'
import type { TextRange } from './pieces.ts'
import { inFormOf } from './name-forms.ts'

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
  const isPart = partOf(longer)
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
function partOf(ranges: readonly TextRange[]) {
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
