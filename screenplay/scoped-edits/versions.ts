import { AnswerFault } from './fault.ts'
import type { EditPlace } from './types.ts'
import type { WrittenEdit } from './reading/written-edits.ts'

const keyOf = (place: EditPlace): string =>
  place.kind === 'insert'
    ? `after ${place.after}`
    : 'id' in place
      ? `scene ${place.id}`
      : place.kind

/**
 * The versions of an answer: one, or if alternatives were asked for, as many as the most frequent place has.
 * A place with fewer versions keeps its last text. Without alternatives, several scenes may be added at the
 * same place.
 */
export function versionsOf(edits: readonly WrittenEdit[], most: number): WrittenEdit[][] {
  const groups = Map.groupBy(edits, ({ place }) => keyOf(place))
  for (const [key, group] of groups) {
    const mayRepeat = most === 1 && group[0]?.place.kind === 'insert'
    if (group.length <= most || mayRepeat) continue
    const count = most === 1 ? 'more than once' : `more than ${most} times`
    throw new AnswerFault('duplicate_scene', `It gives <${key}> ${count}.`)
  }
  if (most === 1) return [[...edits]]
  const count = Math.max(...[...groups.values()].map(({ length }) => length))
  return Array.from({ length: count }, (_, version) =>
    [...groups.values()].flatMap((group) => group[Math.min(version, group.length - 1)] ?? []),
  )
}
