import type { PendingType } from '../../edit.ts'
import type { Element, ElementType, Screenplay } from '../../elements.ts'
import { parse } from '../../parse.ts'
import { firstStartingAt, resumeIndex } from '../../parse/resume-points.ts'
import { isBlank, lineAt } from '../lines.ts'

/** The element whose own text contains this offset; undefined on empty lines and on the title page. */
export function elementWith({ elements }: Screenplay, offset: number): Element | undefined {
  const index = firstStartingAt(elements, offset + 1) - 1
  const element = elements[index]
  return element && offset <= element.contentEnd ? element : undefined
}

/** Types that a line gets only when it is complete, or when something follows it. */
const typedAhead = new Set<PendingType | undefined>(['character', 'scene-heading', 'transition'])

/** Whether a line with text still counts as the type that the writer chose before typing. */
export function isStillPending(
  { source }: Screenplay,
  element: Element | undefined,
  pending: PendingType | undefined,
): boolean {
  if (element?.type !== 'action' || !typedAhead.has(pending)) return false
  return lineAt(source, element.start).end >= element.contentEnd
}

/** The element that the cursor is in. On an empty line: what text typed there would become. */
export function elementAt(
  screenplay: Screenplay,
  offset: number,
  pending?: PendingType,
): ElementType | 'title-page' {
  const element = elementWith(screenplay, offset)
  const line = lineAt(screenplay.source, offset)
  if (!element || (pending && isBlank(screenplay.source, line))) {
    if (
      screenplay.titlePage.some(({ start, contentEnd }) => start <= offset && offset <= contentEnd)
    )
      return 'title-page'
    return pending ?? typeOfTyped(screenplay, line.start, 'x')
  }
  return pending && isStillPending(screenplay, element, pending) ? pending : element.type
}

/** The type of the last element if the text ended here with this insertion. */
export function typeOfTyped(screenplay: Screenplay, end: number, insertion: string): ElementType {
  const { source, elements } = screenplay
  const index = resumeIndex(screenplay, { from: end, endBefore: end, endNow: end })
  const start = index > 0 ? (elements[index]?.start ?? 0) : 0
  // Text in the middle of a script must not be taken for a title page.
  const text = (index > 0 ? '.X\n\n' : '') + source.slice(start, end) + insertion
  return parse(text).elements.at(-1)?.type ?? 'action'
}
