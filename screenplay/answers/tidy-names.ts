import { isSceneHeading } from '../model/line-reader.ts'
import {
  addLine,
  isBlank,
  MAX_MARKUP_LENGTH,
  type Repair,
  unwrapped,
  type TidyChange,
} from './tidy-repair.ts'

const sceneLine =
  /^scene\s+(?:\d{1,3}[a-z]?|one|two|three|four|five|six|seven|eight|nine|ten)\b\s*([:.–—-]?)\s*(.*)$/is
/** "INTERIOR: KITCHEN" and "INT: KITCHEN"; a time may stand for the sign or the capitals. */
const writtenOut =
  /^(int(?:erior)?|ext(?:erior)?)(?:\.?\/(int(?:erior)?|ext(?:erior)?))?(\s*:|\.|\s+[-–—]|(?=\s))\s*(?=[\p{Lu}\p{N}])(.+)$/isu
const listed = /^\s*(?:\d{1,3}[.)]|[-•+*])\s/
const strictHeading = /^(?:INT|EXT|EST|I\/E|INT\.?\/EXT)[./]/i
const fade = /^(?:FADE|CUT|DISSOLVE|SMASH CUT|MATCH CUT|JUMP CUT|WIPE|IRIS)\b[^\p{Ll}]*[:.]$/u
const emphasised = /^\s*(\*{1,3}|_{1,3})[^*_]+\1\s*$/
const titleKey =
  /^\*\*(Title|Credit|Authors?|Written by|Source|Draft date|Date|Contact|Copyright)\b(.*)$/i

/** Whether a line is a scene heading, ignoring list markers and Markdown around it. */
export function isHeadingLine(line: string): boolean {
  if (line.length > MAX_MARKUP_LENGTH) return false
  const heading = headingOf(line)
  // A list item may be a sentence that starts with "INT. means".
  return strictHeading.test(heading) && !(listed.test(line) && /\p{Ll}/u.test(heading))
}

function headingOf(line: string): string {
  const core = unwrapped(line)
  const rest = sceneLine.exec(core)?.[2]
  return withShortPlace(unwrapped(rest || core))
}

/** "INT. KITCHEN" for "INTERIOR: KITCHEN". */
function withShortPlace(heading: string): string {
  const [, first = '', second, sign = '', rest = ''] = writtenOut.exec(heading) ?? []
  const isShort = first.length === 3 && (second?.length ?? 3) === 3
  if (first === '' || (isShort && !sign.includes(':')) || /[.!?]$/.test(rest)) return heading
  const hasTime = /\s[-–—]\s/.test(rest)
  if (!hasTime && (!/[:.]/.test(sign) || /\p{Ll}/u.test(rest))) return heading
  const place = [first, second].flatMap((word) => word?.slice(0, 3).toUpperCase() ?? [])
  return `${place.join('./')}. ${rest}`
}

/** Converts Markdown headings, "Scene 1:" lines, transitions and title pages to Fountain. */
export const plainHeadings: Repair = (lines, changes) => {
  const repaired: string[] = []
  let inFirstParagraph = true
  let hasText = false
  let isChanged = false
  let afterRemoval = false
  for (const [index, line] of lines.entries()) {
    hasText ||= !isBlank(line)
    if (isBlank(line) && hasText) inFirstParagraph = false
    const plain = plainLine(lines, index, inFirstParagraph)
    if (plain) changes.add(plain.change)
    isChanged ||= plain !== undefined
    const text = plain ? plain.text : line
    afterRemoval = text === undefined || addLine(repaired, text, afterRemoval)
  }
  return isChanged ? repaired : lines
}

type Plain = {
  change: 'headings' | 'scene-lines' | 'transitions' | 'title-page'
  text: string | undefined
}

function plainLine(lines: string[], index: number, isFirst: boolean): Plain | undefined {
  const line = lines[index] ?? ''
  if (line.length > MAX_MARKUP_LENGTH || isBlank(line)) return undefined
  const trimmed = line.trim()
  if (isHeadingLine(line)) {
    const text = headingOf(line)
    return text === trimmed ? undefined : { change: 'headings', text }
  }
  const title = isFirst ? plainTitle(trimmed) : undefined
  if (title || !isBlank(lines[index - 1])) return title
  return plainTransition(trimmed) ?? plainSceneLine(lines, index)
}

function plainTitle(line: string): Plain | undefined {
  const [, key, rest] = titleKey.exec(line) ?? []
  const value = rest?.replaceAll('**', '').trim()
  if (key === undefined || !value?.startsWith(':')) return undefined
  return { change: 'title-page', text: `${key}: ${value.slice(1).trim()}`.trimEnd() }
}

function plainTransition(line: string): Plain | undefined {
  const core = unwrapped(line)
  if (!emphasised.test(line) || !fade.test(core)) return undefined
  const parsesAsTransition = core.endsWith('TO:') || /^FADE IN\b/.test(core)
  return { change: 'transitions', text: parsesAsTransition ? core : `> ${core}` }
}

/** "Scene 1: The kitchen" is a scene heading, or a section if a real heading follows. */
function plainSceneLine(lines: string[], index: number): Plain | undefined {
  const line = (lines[index] ?? '').trim()
  if (line.startsWith('#') || line.startsWith('.')) return undefined
  const core = unwrapped(line)
  const [, mark, rest] = sceneLine.exec(core) ?? []
  if (rest === undefined || (!mark && (core === line || rest !== ''))) return undefined
  const title = unwrapped(rest)
  const below = lines.slice(index + 1, index + 10).find((other) => !isBlank(other)) ?? ''
  if (isHeadingLine(below) || isSceneHeading(below)) {
    return { change: 'scene-lines', text: title === '' ? undefined : `# ${core}` }
  }
  const heading = /^[\p{L}\p{N}]/u.test(title) ? title : core.replace(/[:.–—-]\s*$/, '')
  return { change: 'scene-lines', text: `.${heading}` }
}

const bold =
  /^\s*(?:\*\*|__)(?<speaker>[^*_:]{1,60})(?<inside>:?)(?:\*\*|__)\s*(?:(?<aside>\([^()]{1,60}\))\s*)?(?<outside>:?)\s*(?<words>.*)$/s
const plain =
  /^(?<speaker>[^\p{Ll}:*_()]{2,40}?)\s*(?:(?<aside>\([^()]{1,60}\))\s*)?(?<inside>:)\s*(?<words>\S.*)$/su
const titled =
  /^\s*(?<speaker>\p{Lu}[\p{L}'’-]*\.?(?: \p{Lu}[\p{L}'’-]*\.?){0,2})\s*(?:(?<aside>\([^()]{1,60}\))\s*)?(?<inside>:)\s*(?<words>.*)$/su
const alone = /^\s*(?:\*\*|__)([^*_:\p{Ll}]{2,60}?):?(?:\*\*|__):?\s*$/u
const name = /^\p{L}[\p{L}\p{N} .,'’&#/-]*(?:\s*\([^()]*\))*$/u
const extension =
  /^\((?:V\.? ?O\.?|O\.? ?S\.?|O\.? ?C\.?|CONT['’]?D|CONT\.|PRE-?LAP|ON PHONE|FILTERED)\)$/i
/** Labels that look like character names. */
const label =
  /^(?:title|super|superimpose|insert|angle|close|note|notes|changes|scene|setting|characters?|logline|genre|tone|theme|format|warning|sign|fade|cut|dissolve|smash|match|back|intercut|montage|flashback|end|the end|begin|later|continued|int|ext|est|credit|authors?|written by|source|draft date|date|contact|copyright|revision|act|chapter|part|summary|synopsis|chyron|captions?|card|subtitles?|on screen|onscreen|text|message|headline|sfx|vfx|sound|music|song|pov|shot|meanwhile|day|night|morning|evening|time|location)\b/i

/** First words of a description that has a colon, and what stands alone in capitals without speaking. */
const noSpeaker =
  /^(?:on|then|now|outside|inside|upstairs|downstairs|above|below|beyond|behind|beneath|left|right|first|second|third|finally|suddenly|next|before|after|still|beat|pause|silence|darkness|black|blackness|nothing|today|tonight|tomorrow|yesterday|result|problem|answer|question|reveal|again|also|but|and|or|so|yes|no|series of shots|opening|closing|prologue|epilogue|teaser)\b/i
const sentenceEnd = /[.!?…—-]["'”’)*_]*\s*$/

/** Who speaks, what stands in parentheses behind the name, and what is said. */
export type Cue = { name: string; asides: string[]; words: string }

/** Converts "**JOHN:** Hello." to a cue with the dialogue below it. */
export const plainNames: Repair = (lines, changes) => {
  const cues = lines.map((line, index) => cueIn(lines, index, line, bold))
  const spoken = cues.filter(Boolean).length
  const hasNames = lines.some((line, index) => isPlainName(lines, index, line))
  const isDialogue = spoken >= 2 || (spoken === 1 && !hasNames)
  if (isDialogue) return withCues(lines, cues, changes)
  const bare = hasNames ? [] : lines.map((line, index) => cueIn(lines, index, line, plain))
  if (bare.filter(Boolean).length >= 2) return withCues(lines, bare, changes)
  return withBoldNames(lines, changes)
}

function cueIn(lines: string[], index: number, line: string, pattern: RegExp): Cue | undefined {
  if (line.length > 20 * MAX_MARKUP_LENGTH) return undefined
  const { speaker = '', inside, aside, outside, words = '' } = pattern.exec(line)?.groups ?? {}
  const isAlone = words === '' && isBlank(lines[index + 1])
  if (!(inside || outside) || isAlone || !isName(speaker)) return undefined
  return { name: speaker.trim().toUpperCase(), asides: aside ? [aside] : [], words }
}

/** "Mara: You are late.", or "Mara:" above her words. */
export function titledCue(lines: string[], index: number): Cue | undefined {
  const line = lines[index] ?? ''
  if (line.length > 20 * MAX_MARKUP_LENGTH) return undefined
  const isAlone = /:\s*$/.test(line) && isBlank(lines[index - 1])
  const cue = isAlone || sentenceEnd.test(line) ? cueIn(lines, index, line, titled) : undefined
  return cue && !noSpeaker.test(cue.name) ? cue : undefined
}

/** Whether a line names a speaker and says what is said. */
export const isSpokenLine = (line: string): boolean =>
  [bold, plain].some((pattern) => cueIn([line], 0, line, pattern)) ||
  titledCue(['', line], 1) !== undefined

/** Whether a line is a cue with words below it. */
export const isCueLine = (lines: string[], index: number): boolean =>
  isPlainName(lines, index, lines[index] ?? '') || boldName(lines[index] ?? '') !== undefined

export function isName(text: string): boolean {
  const found = text.trim()
  return (
    found.length <= 60 && name.test(found) && !label.test(found) && found.split(/\s+/).length <= 5
  )
}

export function withCues(
  lines: string[],
  cues: (Cue | undefined)[],
  changes: Set<TidyChange>,
): string[] {
  changes.add('names')
  return lines.flatMap((line, index) => {
    const cue = cues[index]
    if (!cue) return [line]
    return isBlank(lines[index - 1]) ? speechOf(cue) : ['', ...speechOf(cue)]
  })
}

const isExtension = (aside: string): boolean => extension.test(aside)

function speechOf({ name: speaker, asides, words }: Cue): string[] {
  const head = [speaker, ...asides.filter(isExtension)].join(' ')
  const [, first = '', rest = ''] = /^(?:[*_]{0,2})(\([^()]*\))(?:[*_]{0,2})\s+(.*)$/s.exec(
    words,
  ) ?? ['', '', words]
  const below = [...asides.filter((aside) => !isExtension(aside)), first, rest]
  return [head, ...below.filter((line) => line !== '')]
}

/** Bold cues above their dialogue; an empty line in between is accepted if it occurs more than once. */
function withBoldNames(lines: string[], changes: Set<TidyChange>): string[] {
  const names = namesAlone(lines, boldName)
  const areDetached = names.filter((found, at) => found && isDetached(lines, at)).length > 1
  return withJoinedNames(lines, names, areDetached, changes)
}

/** Joins cues of a scene to their dialogue if an empty line follows each. One alone needs a parenthetical. */
export const joinedNames: Repair = (lines, changes) => {
  if (!lines.some(isHeadingLine) || lines.some((line, at) => isPlainName(lines, at, line)))
    return lines
  const names = namesAlone(lines, capitalName)
  const detached = [...names.keys()].filter((at) => names[at] && isDetached(lines, at))
  const isEnough = detached.length > 1 || detached.some((at) => isParenthetical(lines[at + 2]))
  return isEnough ? withJoinedNames(lines, names, true, changes) : lines
}

const namesAlone = (lines: string[], nameIn: (line: string) => string | undefined) =>
  lines.map((line, index) => (isBlank(lines[index - 1]) ? nameIn(line) : undefined))

const isDetached = (lines: string[], index: number): boolean =>
  isBlank(lines[index + 1]) && isSpoken(lines[index + 2])

function withJoinedNames(
  lines: string[],
  names: readonly (string | undefined)[],
  areDetached: boolean,
  changes: Set<TidyChange>,
): string[] {
  const repaired: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const found = names[index]
    const detached = areDetached && isDetached(lines, index)
    const speaks = found !== undefined && (detached || !isBlank(lines[index + 1]))
    repaired.push(speaks ? found : (lines[index] ?? ''))
    if (!speaks || !detached) continue
    // A parenthetical between the cue and the dialogue may be separated by empty lines too.
    if (isParenthetical(lines[index + 2]) && isBlank(lines[index + 3])) {
      repaired.push(lines[index + 2] ?? '')
      index += 2
    }
    index += 1
  }
  const isSame = repaired.length === lines.length
  if (isSame && repaired.every((line, index) => line === lines[index])) return lines
  changes.add('names')
  return repaired
}

function boldName(line: string): string | undefined {
  const found = line.length > MAX_MARKUP_LENGTH ? undefined : alone.exec(line)?.[1]?.trim()
  return found !== undefined && isName(found) ? found : undefined
}

function capitalName(line: string): string | undefined {
  const found = line.trim()
  const isCapital = found.length <= 40 && !/\p{Ll}|[:*_]/u.test(found.replace(/\([^()]*\)/g, ''))
  return isCapital && isName(found) && !noSpeaker.test(found) ? found : undefined
}

function isParenthetical(line: string | undefined): boolean {
  return (
    line !== undefined && line.length < MAX_MARKUP_LENGTH && /^\s*[*_]*\(.*\)[*_]*\s*$/.test(line)
  )
}

function isSpoken(line: string | undefined): boolean {
  return (
    line !== undefined && /^\s*[(*_"“'‘…]*\p{Lu}?.*\p{Ll}/u.test(line.slice(0, MAX_MARKUP_LENGTH))
  )
}

function isPlainName(lines: string[], index: number, line: string): boolean {
  return (
    line.length <= 40 &&
    isBlank(lines[index - 1]) &&
    !isBlank(lines[index + 1]) &&
    !/\p{Ll}|[:*_]/u.test(line.replace(/\([^()]*\)/g, '')) &&
    isName(line)
  )
}
