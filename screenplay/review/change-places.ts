import { type FoundPlace, intactPlaces } from './intact-places.ts'
import type { LineRange } from './text-lines.ts'

type Lines = readonly string[]

type Change = { oldLines: LineRange; newLines: LineRange }

const MAX_CONTEXT = 200

function equalLines(linesOfText: number, linesNow: number, isEqual: (by: number) => boolean) {
  let equal = 0
  while (equal < Math.min(MAX_CONTEXT, linesOfText, linesNow) && isEqual(equal)) equal += 1
  // Equal up to the beginning or the end of both texts counts as full context.
  return equal === linesOfText && equal === linesNow ? MAX_CONTEXT : equal
}

/** The number of unchanged lines above or below a place, whichever is smaller. */
function contextOf(text: Lines, place: LineRange, working: Lines, found: LineRange): number {
  const above = equalLines(
    place.from,
    found.from,
    (by) => text[place.from - by - 1] === working[found.from - by - 1],
  )
  const below = equalLines(
    text.length - place.to,
    working.length - found.to,
    (by) => text[place.to + by] === working[found.to + by],
  )
  return Math.min(above, below)
}

/** Which changes the writer has undone: their old lines are there, and the new ones are not. */
function areUndone(before: Lines, after: Lines, working: Lines, changes: readonly Change[]) {
  const oldPlaces = intactPlaces(
    before,
    working,
    changes.map(({ oldLines }) => oldLines),
  )
  const newPlaces = intactPlaces(
    after,
    working,
    changes.map(({ newLines }) => newLines),
  )
  return changes.map(({ oldLines, newLines }, index) => {
    const [old, now] = [oldPlaces[index], newPlaces[index]]
    if (!old || !now) return Boolean(old)
    // If the answer moved lines, both versions may seem to be there: then the lines around them decide.
    const more =
      contextOf(before, oldLines, working, old) - contextOf(after, newLines, working, now)
    return more > 0 || (more === 0 && old.edited < now.edited)
  })
}

/** Where each change is in the working text; null if it was undone or typed over. */
export function placesOf(
  before: Lines,
  after: Lines,
  working: Lines,
  changes: readonly Change[],
): (FoundPlace | null)[] {
  const undone = areUndone(before, after, working, changes)
  // The answer without the undone changes: everything that differs from it was typed by the writer.
  const expected: Lines[] = []
  const expectedPlaces: LineRange[] = []
  let done = 0
  let length = 0
  const add = (lines: Lines) => {
    expected.push(lines)
    length += lines.length
  }
  for (const [index, { oldLines, newLines }] of changes.entries()) {
    add(after.slice(done, newLines.from))
    const from = length
    add(
      undone[index]
        ? before.slice(oldLines.from, oldLines.to)
        : after.slice(newLines.from, newLines.to),
    )
    expectedPlaces.push({ from, to: length })
    done = newLines.to
  }
  add(after.slice(done))
  const places = intactPlaces(expected.flat(), working, expectedPlaces)
  return places.map((place, index) => (undone[index] ? null : place))
}
