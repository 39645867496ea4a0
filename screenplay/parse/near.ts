import type { Element, Screenplay } from '../elements.ts'
import { Body } from './body.ts'
import type { Change } from './change.ts'
import { firstStartingAt, resumeIndex } from './resume-points.ts'
import { moved, reuseEqual } from './reuse.ts'
import { isSpeech } from './speech.ts'
import { parseUntilKnown } from './until-known.ts'

/** A text of which a part can be read without copying all of it. */
export type TextParts = {
  readonly length: number
  sliceString: (from: number, to?: number) => string
}

/** Elements `from` to `to` are replaced by `elements`; later ones move by `offset` and `lines`. */
export type Replaced = {
  from: number
  to: number
  elements: Element[]
  offset: number
  lines: number
}

/** How many elements before the change to search for one at which parsing can resume. */
const BEFORE = 12
/** How many elements after the change to search for an unchanged one. */
const BEHIND = 12
/** With more elements than this, parsing the whole text is no slower. */
const MAX_ELEMENTS = 500

const BONEYARD = /\/\*|\*\//

/** Whether the type of an element may depend on the previous element. */
const belongsToPrevious = ({ type }: Element): boolean =>
  type === 'note' || type === 'boneyard' || (isSpeech(type) && type !== 'character')

/**
 * Like `reparse`, but reads only the text around the change. Undefined if that is not enough: at the
 * beginning, where a title page may be, near a boneyard, which may end anywhere, and if too much has changed.
 */
export function reparseNear(
  elements: readonly Element[],
  before: TextParts,
  now: TextParts,
  change: Change,
): Replaced | undefined {
  const to = Math.min(elements.length, firstStartingAt(elements, change.endBefore) + BEHIND)
  let from = Math.max(0, firstStartingAt(elements, change.from) - BEFORE)
  while (from > 0 && belongsToPrevious(elements[from]!)) from -= 1
  const base = elements[from]?.start ?? Infinity
  if (change.from < base || to - from > MAX_ELEMENTS) return undefined
  const end = elements[to]?.start ?? before.length
  const offset = change.endNow - change.endBefore
  const source = now.sliceString(base, end + offset)
  if (BONEYARD.test(source)) return undefined

  const old: Screenplay = {
    source: before.sliceString(base, end),
    titlePage: [],
    elements: elements.slice(from, to).map((element) => moved(element, -base)),
  }
  const part = {
    from: change.from - base,
    endBefore: change.endBefore - base,
    endNow: change.endNow - base,
  }
  const index = resumeIndex(old, part)
  const first = old.elements[index]
  if (!first || index === 0) return undefined
  const body = new Body(source, first.start, first.line, old.elements.slice(0, index))
  const known = parseUntilKnown(body, old, part)
  if (!known && to < elements.length) return undefined
  const next = known?.next ?? old.elements.length
  reuseEqual(body.elements, old.elements, index)
  let same = 0
  while (same < next && body.elements[same] === old.elements[same]) same += 1
  return {
    from: from + same,
    to: from + next,
    elements: body.elements.slice(same).map((element) => moved(element, base)),
    offset,
    lines: known?.lines ?? 0,
  }
}
