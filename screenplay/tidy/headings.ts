import { isSceneHeading } from '../parse/line-kinds.ts'
import { addLine, isBlank, MAX_MARKUP_LENGTH, type Repair, unwrapped } from './repair.ts'

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
