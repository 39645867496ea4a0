import { hasPlaceholder } from './scenes.ts'
import type { Screenplay } from '../model/elements.ts'
import { parse } from '../model/parse.ts'
import { isName, type Cue, titledCue, withCues } from './tidy-names.ts'
import { addLine, isBlank, MAX_MARKUP_LENGTH, type Repair } from './tidy-repair.ts'
import { isSceneHeading } from '../model/line-reader.ts'
import { characterName } from '../model/character-name.ts'

const emphasised = /^\s*(\*{1,2}|_)\(([^()*_]+)\)\1\s*$/
const bracketed = /^\s*\[([^[\]]{1,60})\]\s*$/
/** A few words in italics right below a name. */
const italic = /^\s*([*_])(\p{Ll}[^*_.!?…]{1,40})\1\s*$/u
const namedInBrackets =
  /^(\s*(?:\*\*|__)?[^[\]:]{2,60}?)\s*\[([^[\]]{1,60})\](?=(?:\*\*|__)?\s*(?::|$))/
const pageLabel = /^\s*(?:\(MORE\)|\(CONTINUED\)|CONTINUED:(?: \(\d{1,3}\))?)\s*$/
const direction = /^([*_])([^*_]+)\1$|^\[(\p{Lu}[^[\]]*[.!?…])\]$/su

const none: ReadonlySet<string> = new Set()
const isPlaceholder = (line: string): boolean => hasPlaceholder(parse(line), none)

/** Converts "[quietly]", "*quietly*" and "*(quietly)*" in a speech to parentheticals. */
export const plainParentheticals: Repair = (lines, changes) => {
  if (!lines.some((line) => /\[|^\s*[*_]/.test(line))) return lines
  const repaired = lines.map((line, index) => {
    if (line.length > MAX_MARKUP_LENGTH) return line
    const [, name = '', aside = ''] = namedInBrackets.exec(line) ?? []
    if (aside !== '' && isName(name.replaceAll(/\*\*|__/g, '')) && /\p{Lu}/u.test(name)) {
      const rest = line.slice(line.indexOf(']') + 1)
      if (rest.includes(':') || !isBlank(lines[index + 1])) return `${name} (${aside})${rest}`
    }
    return line
  })
  const spoken = speechLines(parse(repaired.join('\n')))
  for (const [index, line] of repaired.entries()) {
    const place = spoken.get(index)
    if (place === undefined || line.length > MAX_MARKUP_LENGTH) continue
    const isFirst = place === 'first' && spoken.has(index + 1)
    const text =
      emphasised.exec(line)?.[2] ??
      (bracketed.test(line) && !isPlaceholder(line) ? bracketed.exec(line)?.[1] : undefined) ??
      (isFirst ? italic.exec(line)?.[2] : undefined)
    if (text !== undefined) repaired[index] = `(${text.trim()})`
  }
  if (repaired.every((line, index) => line === lines[index])) return lines
  changes.add('parentheticals')
  return repaired
}

/** The lines of dialogue, and whether they are right below the cue. */
function speechLines({ source, elements }: Screenplay): Map<number, 'first' | 'later'> {
  const found = new Map<number, 'first' | 'later'>()
  for (const [index, { type, line, start, contentEnd }] of elements.entries()) {
    if (type !== 'dialogue' && type !== 'parenthetical') continue
    const isFirst = elements[index - 1]?.type === 'character'
    const count = source.slice(start, contentEnd).split('\n').length
    for (let at = 0; at < count; at += 1)
      found.set(line - 1 + at, isFirst && at === 0 ? 'first' : 'later')
  }
  return found
}

const isPageLabel = (line: string): boolean =>
  line.length <= MAX_MARKUP_LENGTH && pageLabel.test(line)

/** Removes what programs print at the end and the beginning of pages. */
export const withoutPageLabels: Repair = (lines, changes) => {
  const repaired: string[] = []
  let afterRemoval = false
  for (const line of lines)
    afterRemoval = isPageLabel(line) || addLine(repaired, line, afterRemoval)
  if (repaired.length === lines.length) return lines
  changes.add('page-labels')
  return repaired
}

/** Removes italics or brackets around stage directions, if all action is written that way. */
export const plainDirections: Repair = (lines, changes) => {
  if (!lines.some((line) => /^\s*[*_[]/.test(line))) return lines
  const source = lines.join('\n')
  const actions = parse(source).elements.filter(({ type }) => type === 'action')
  if (!actions.every(({ text }) => /^\s*[*_[]/.test(text))) return lines
  const plain = actions.map(({ start, contentEnd }) => {
    const text = source.slice(start, contentEnd)
    const [, , italics, brackets] = direction.exec(text.trim()) ?? []
    const found = italics ?? brackets
    return found === undefined || isPlaceholder(text) ? undefined : found
  })
  const least = changes.size > 0 ? 1 : 2
  if (plain.length < least || plain.includes(undefined)) return lines
  changes.add('directions')
  let at = 0
  let text = ''
  for (const [index, { start, contentEnd }] of actions.entries()) {
    text += source.slice(at, start) + (plain[index] ?? '')
    at = contentEnd
  }
  return (text + source.slice(at)).split('\n')
}

const spokenLine =
  /^\s*(?<speaker>[^\p{Ll}:*_()]{2,40}?)\s*(?<asides>(?:\([^()]{1,60}\)\s*){0,3}):\s*(?<words>[^\s!@>~=].*)$/u

const colonBehind = /\s*:\s*$/
const anyColon = /^[^:]{1,120}:/

/**
 * Converts "JOHN: Hello." among other lines, if the script knows John or he speaks more than once, and
 * "John: Hello." below a heading, if the script knows John or all speeches are written like that. Without a heading it
 * may be a list of characters.
 */
export function spokenLines(names: ReadonlySet<string>): Repair {
  return (lines, changes) => {
    if (!lines.some((line) => anyColon.test(line.slice(0, MAX_MARKUP_LENGTH)))) return lines
    const screenplay = parse(lines.join('\n'))
    const open = actionLines(screenplay)
    const cues = lines.map((line, index) => (open.has(index) ? cueIn(line) : undefined))
    const titled = lines.map((_, index) => (open.has(index) ? titledCue(lines, index) : undefined))
    const counts = new Map<string, number>()
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const cue of cues) if (cue) count(cue.name)
    const speakers = screenplay.elements.filter(({ type }) => type === 'character')
    for (const { text } of speakers) count(characterName(text))
    const isScript = screenplay.elements.some(({ type }) => type === 'scene-heading')
    const areTitled = speakers.length === 0 && titled.filter(Boolean).length > 1
    const spoken = lines.map((_, index) => {
      const [cue, named] = [cues[index], titled[index]]
      if (cue && (names.has(cue.name) || (counts.get(cue.name) ?? 0) > 1)) return cue
      return named && isScript && (areTitled || names.has(named.name)) ? named : undefined
    })
    return spoken.some(Boolean) ? withCues(lines, spoken, changes) : lines
  }
}

const cueName = (cue: string): string => characterName(cue.replace(colonBehind, ''))

/** Removes the colon behind cues, if the script knows who speaks or several have one. */
export function withoutColons(names: ReadonlySet<string>): Repair {
  return (lines, changes) => {
    if (!lines.some((line) => line.length <= MAX_MARKUP_LENGTH && colonBehind.test(line)))
      return lines
    const cues = parse(lines.join('\n')).elements.filter(({ type, text }) => {
      if (type !== 'character' || text.length > MAX_MARKUP_LENGTH) return false
      return colonBehind.test(text) && isName(text.replace(colonBehind, ''))
    })
    const known = cues.length > 1 ? cues : cues.filter(({ text }) => names.has(cueName(text)))
    if (known.length === 0) return lines
    changes.add('names')
    const at = new Set(known.map(({ line }) => line - 1))
    return lines.map((line, index) => (at.has(index) ? line.replace(colonBehind, '') : line))
  }
}

function cueIn(line: string): Cue | undefined {
  if (line.length > 20 * MAX_MARKUP_LENGTH) return undefined
  const { speaker = '', asides = '', words = '' } = spokenLine.exec(line)?.groups ?? {}
  if (!isName(speaker) || isSceneHeading(speaker)) return undefined
  const name = speaker.trim().replaceAll(/\s+/g, ' ')
  return { name, asides: asides.match(/\([^()]*\)/g) ?? [], words: words.trimEnd() }
}

/** The action lines: lines in dialogue, in a note or on the title page are not converted. */
function actionLines({ source, elements, titlePage }: Screenplay): Set<number> {
  const found = new Set<number>()
  const add = ({
    line,
    start,
    contentEnd,
  }: {
    line: number
    start: number
    contentEnd: number
  }) => {
    const count = source.slice(start, contentEnd).split('\n').length
    for (let at = 0; at < count; at += 1) found.add(line - 1 + at)
  }
  for (const element of elements) if (element.type === 'action') add(element)
  // Speakers at the very beginning look like the entries of a title page.
  if (titlePage.every(({ key }) => isName(key))) for (const entry of titlePage) add(entry)
  return found
}
