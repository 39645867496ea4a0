import type { Screenplay } from '../elements.ts'
import type { Body } from './body.ts'
import type { Change } from './change.ts'
import { canReuseFrom, firstStartingAt } from './resume-points.ts'

/** From element `next` of the previous result on, everything is unchanged except for these shifts. */
export type Known = { next: number; offset: number; lines: number }

/** Parses until it meets an unchanged element; undefined if it meets none before the end. */
export function parseUntilKnown(body: Body, before: Screenplay, change: Change): Known | undefined {
  const offset = change.endNow - change.endBefore
  let next = firstStartingAt(before.elements, change.endBefore)
  while (body.step()) {
    const at = body.reader.end
    while ((before.elements[next]?.start ?? Infinity) + offset < at) next += 1
    const old = before.elements[next]
    if (!old || old.start + offset !== at || !canReuseFrom(before, old, change.endBefore)) continue
    if (old.type === 'action' && body.spaceAbove(at) !== (old.spaceAbove ?? 0)) continue
    body.closeAt(at)
    return { next, offset, lines: body.reader.nextLine - old.line }
  }
  return undefined
}
