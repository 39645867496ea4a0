import type { Element, ElementType, Screenplay } from '../model/elements.ts'
import {
  isForcedSceneHeading,
  isSceneHeading,
  isTransition,
  splitSceneNumber,
  withoutCaret,
  isSpeech,
} from '../model/line-reader.ts'
import { elementWith } from './element-at.ts'
import { isBlank, type Line, lineAfter, lineBefore, linesBetween, separates } from './edit.ts'

/** What a paragraph can be changed into. */
export type ElementChoice = Exclude<ElementType, 'note' | 'boneyard' | 'page-break'>

export const isChoice = (type: ElementType): type is ElementChoice =>
  type !== 'note' && type !== 'boneyard' && type !== 'page-break'

/** The text of a line without marks. `lead` is how many characters preceded it. */
type Bare = { text: string; lead: number }

/** A line with its marks; `lead` is the length of the mark before the text. */
type Marked = { text: string; lead: number }

const marks: Partial<Record<ElementType, RegExp>> = {
  action: /^!/,
  character: /^@\s*/,
  parenthetical: /^\(/,
  lyrics: /^~\s*/,
  transition: /^>\s*/,
  centered: /^>\s*/,
  section: /^#+\s*/,
  synopsis: /^=\s*/,
}

const endings: Partial<Record<ElementType, string>> = { parenthetical: ')', centered: '<' }

/** Strips the marks that give a line its type. */
export function bareLine(line: string, type: ElementType, to: ElementChoice): Bare {
  const isSame = type === to
  const indent = isSame && type === 'action' ? 0 : line.length - line.trimStart().length
  const trimmed = line.slice(indent).trimEnd()
  const isForced = type === 'scene-heading' && isForcedSceneHeading(trimmed)
  const mark = isForced ? 1 : (marks[type]?.exec(trimmed)?.[0].length ?? 0)
  const ending = endings[type]
  const end = ending && trimmed.endsWith(ending) ? trimmed.length - 1 : trimmed.length
  const text = trimmed.slice(mark, Math.max(end, mark)).trimEnd()
  return { text: isSame ? text : withoutEnding(text, type), lead: indent + mark }
}

function withoutEnding(text: string, type: ElementType): string {
  if (type === 'scene-heading') return splitSceneNumber(text).text
  return type === 'character' ? withoutCaret(text) : text
}

/** A name in capitals; extensions such as "(on the phone)" keep their case. */
const nameInCapitals = (text: string): string =>
  text.replace(/\([^()]*\)|[^()]+/g, (part) => (part.startsWith('(') ? part : part.toUpperCase()))

/** A line of this type, with a forcing mark only if it needs one or `isForced`. */
export function markedLine(
  text: string,
  { type, to, depth, isForced }: LineChange & { isForced: boolean },
): Marked {
  switch (to) {
    case 'scene-heading':
      return marked(isSceneHeading(text) && !isForced ? '' : '.', text)
    case 'action':
      return marked(isForced ? '!' : '', text)
    case 'character':
      return marked(isForced ? '@' : '', type === 'character' ? text : nameInCapitals(text))
    case 'parenthetical':
      return /^\(.*\)$/.test(text) ? marked('', text) : marked('(', text, ')')
    case 'dialogue':
      return marked(isForced ? '\\' : '', text)
    case 'lyrics':
      return marked('~', text)
    case 'transition': {
      const capitals = text.toUpperCase()
      return isTransition(capitals) && !isForced ? marked('', capitals) : marked('> ', text)
    }
    case 'centered':
      return marked('> ', text, ' <')
    case 'section':
      return marked(`${'#'.repeat(depth ?? 1)} `, text)
    case 'synopsis':
      return marked('= ', text)
    default:
      return to satisfies never
  }
}

type LineChange = { type: ElementType; to: ElementChoice; depth?: Element['depth'] }

const marked = (before: string, text: string, after = ''): Marked => ({
  text: before + text + after,
  lead: before.length,
})

/** A line of the region; without `element` it stays as it is. */
export type RegionLine = Line & { element: Element | undefined }

/** The lines to change, and what surrounds them. */
export type Region = {
  lines: RegionLine[]
  start: number
  end: number
  /** The elements directly above and below, without an empty line between; undefined if there is one. */
  above: Element | undefined
  below: Element | undefined
  /** The cue of the speech that the region is in. */
  cue: Element | undefined
}

const oneLineTypes = new Set<ElementType>([
  'scene-heading',
  'character',
  'parenthetical',
  'transition',
  'section',
  'synopsis',
])

export const inSpeech = (element: Element | undefined): boolean =>
  element !== undefined && isSpeech(element.type) && !element.apart

/** The selected paragraphs as a whole, or only the selected lines for single-line types. */
export function regionOf(
  screenplay: Screenplay,
  from: number,
  to: number,
  type: ElementChoice,
): Region | undefined {
  const { source } = screenplay
  const selected = linesBetween(source, from, to).filter(
    (line) => !isBlank(source, line) && (line.start < to || from === to),
  )
  const elements = selected.map((line) => elementWith(screenplay, line.start))
  const changed = elements.filter((element) => element && isChoice(element.type))
  const [first, last] = [selected[0], selected.at(-1)]
  if (changed.length === 0 || !first || !last) return undefined
  const isWhole = !oneLineTypes.has(type)
  const start = isWhole ? Math.min(first.start, elements[0]?.start ?? first.start) : first.start
  let end = isWhole ? Math.max(last.end, elements.at(-1)?.contentEnd ?? last.end) : last.end
  const followed = endOfSpeech(screenplay, elements.at(-1), type)
  const lines = linesBetween(source, start, Math.max(end, followed)).map((line) => {
    const element = line.start > end ? undefined : elementWith(screenplay, line.start)
    return Object.assign(line, { element: element && isChoice(element.type) ? element : undefined })
  })
  end = lines.at(-1)?.end ?? end
  return { lines, start, end, ...surroundings(screenplay, lines) }
}

/** Dialogue cannot exist without a cue: if the cue changes its type, the region includes its dialogue. */
function endOfSpeech({ elements }: Screenplay, cue: Element | undefined, type: ElementChoice) {
  if (cue?.type !== 'character' || (isSpeech(type) && type !== 'lyrics')) return 0
  let end = cue.contentEnd
  for (const element of elements.slice(elements.indexOf(cue) + 1)) {
    if (!inSpeech(element) || element.type === 'character') break
    end = element.contentEnd
  }
  return end
}

function surroundings(screenplay: Screenplay, lines: readonly RegionLine[]) {
  const { source, elements } = screenplay
  const [first, last] = [lines[0], lines.at(-1)]
  const before = first && lineBefore(source, first)
  const after = last && lineAfter(source, last)
  const above =
    before && !separates(source, before) ? elementWith(screenplay, before.end) : undefined
  const below =
    after && !separates(source, after) ? elementWith(screenplay, after.start) : undefined
  const element = lines.find((line) => line.element)?.element
  return { above, below, cue: element && cueOf(elements, element) }
}

/** The cue of the speech that an element is part of. */
function cueOf(elements: readonly Element[], element: Element): Element | undefined {
  if (!inSpeech(element)) return undefined
  let at = elements.indexOf(element)
  while (at > 0 && elements[at]?.type !== 'character') at -= 1
  return elements[at]?.type === 'character' ? elements[at] : undefined
}
