import { type WordChange, lineChanges, linesOf, placesOf, wordChanges } from './diff.ts'
import type { ComparedPart, TextRange, TimeBudget } from './similarity.ts'

const letters = (text: string): number => text.replaceAll(/\s/g, '').length

/** A change with the number of letters that it removes and adds. */
type Sized = WordChange & { removed: number; added: number }

const sizeOf = ({ removed, added }: Sized): number => Math.max(removed, added)

/**
 * Joins changes with less text between them than each of them replaces: a single "the" that two sentences happen to
 * share makes neither readable. Line breaks between changes stay, so that lines remain lines.
 */
function withoutIslands(
  before: string,
  after: string,
  changes: readonly WordChange[],
): WordChange[] {
  const joined: Sized[] = []
  for (const change of changes) {
    let current: Sized = {
      ...change,
      removed: letters(before.slice(change.start, change.end)),
      added: letters(after.slice(change.from, change.to)),
    }
    for (let last = joined.at(-1); last; last = joined.at(-1)) {
      const island = before.slice(last.end, current.start)
      const size = letters(island)
      if (size > Math.min(sizeOf(last), sizeOf(current))) break
      if (island.includes('\n')) {
        shareOut(island, last, current)
        break
      }
      current = {
        start: last.start,
        end: current.end,
        from: last.from,
        to: current.to,
        removed: last.removed + size + current.removed,
        added: last.added + size + current.added,
      }
      joined.pop()
    }
    joined.push(current)
  }
  return joined
}

/** The words of an island go to the changes on both sides; what remains begins and ends with a line break. */
function shareOut(island: string, last: WordChange, next: WordChange): void {
  const head = island.search(/\r?\n/)
  const tail = island.length - island.lastIndexOf('\n') - 1
  last.end += head
  last.to += head
  next.start -= tail
  next.from -= tail
}

type Texts = { before: string; after: string }

/** Corresponding ranges of two texts. Changes have offsets into the whole texts, not into the ranges. */
export type Ranges = { before: TextRange; after: TextRange }

/** Which lines of two ranges differ; all of them if there is no time to find out. */
export function changedLines(texts: Texts, { before, after }: Ranges, budget: TimeBudget) {
  const whole = { start: before.start, end: before.end, from: after.start, to: after.end }
  const isAlone = before.start === before.end || after.start === after.end
  if (isAlone || !budget.allows(before.end - before.start + after.end - after.start)) return [whole]
  const lines = linesOf(texts.before.slice(before.start, before.end))
  const linesAfter = linesOf(texts.after.slice(after.start, after.end))
  const places = placesOf(lines, before.start)
  const placesAfter = placesOf(linesAfter, after.start)
  const changes = budget.within((effort) => lineChanges(lines, linesAfter, effort))
  return changes.map(
    ({ start, end, from, to }): WordChange => ({
      start: places[start] ?? before.start,
      end: places[end] ?? before.end,
      from: placesAfter[from] ?? after.start,
      to: placesAfter[to] ?? after.end,
    }),
  )
}

/** Which words of changed lines differ; the lines themselves if there is no time to find out. */
export function changedWords(texts: Texts, lines: WordChange, budget: TimeBudget): WordChange[] {
  const { start, end, from, to } = lines
  if (start === end || from === to || !budget.allows(end - start + to - from)) return [lines]
  const before = texts.before.slice(start, end)
  const after = texts.after.slice(from, to)
  const changes = budget.within((effort) => wordChanges(before, after, effort))
  return withoutIslands(before, after, changes).map((change) => ({
    start: start + change.start,
    end: start + change.end,
    from: from + change.from,
    to: from + change.to,
  }))
}

/** The changes and what is equal between them. */
export function partsOf({ before, after }: Ranges, changes: readonly WordChange[]): ComparedPart[] {
  const parts: ComparedPart[] = []
  const add = (isEqual: boolean, { start, end, from, to }: WordChange) => {
    if (start < end || from < to) {
      parts.push({ isEqual, before: { start, end }, after: { start: from, end: to } })
    }
  }
  let [done, doneAfter] = [before.start, after.start]
  for (const change of changes) {
    add(true, { start: done, end: change.start, from: doneAfter, to: change.from })
    add(false, change)
    done = change.end
    doneAfter = change.to
  }
  add(true, { start: done, end: before.end, from: doneAfter, to: after.end })
  return parts
}
