import type { Element, ElementType, Screenplay } from '../../elements.ts'
import { isSpeech } from '../../parse/speech.ts'
import { elementWith } from '../flow/element-at.ts'
import { isBlank, type Line, lineAfter, lineBefore, linesBetween, separates } from '../lines.ts'
import { type ElementChoice, isChoice } from './line-text.ts'

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
