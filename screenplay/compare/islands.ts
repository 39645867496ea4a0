import type { WordChange } from '../diff/word-changes.ts'

const letters = (text: string): number => text.replaceAll(/\s/g, '').length

/** A change with the number of letters that it removes and adds. */
type Sized = WordChange & { removed: number; added: number }

const sizeOf = ({ removed, added }: Sized): number => Math.max(removed, added)

/**
 * Joins changes with less text between them than each of them replaces: a single "the" that two sentences happen to
 * share makes neither readable. Line breaks between changes stay, so that lines remain lines.
 */
export function withoutIslands(
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
