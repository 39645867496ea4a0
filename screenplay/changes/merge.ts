import { lineChanges, linesOf } from './diff.ts'

/** Lines that both sides changed, each in another way. */
type MergeConflict = {
  /** The range in the merged text, in UTF-16 units. It contains `mine`. */
  start: number
  end: number
  base: string
  mine: string
  theirs: string
}

type Merge = { text: string; conflicts: MergeConflict[] }

type Side = 'mine' | 'theirs'

/** Lines `start` to `end` of the base replaced by one side. */
type Edit = { side: Side; start: number; end: number; lines: string[] }

/** Edits of both sides that overlap, or a single one. */
type Group = { start: number; end: number; edits: Edit[] }

/**
 * Merges two edited versions of a text by line. Edits that do not overlap are both applied, also on
 * neighbouring lines; equal edits are applied once. Where edits overlap, the text has `mine`, and the
 * conflict has both.
 */
export function merge(base: string, mine: string, theirs: string): Merge {
  if (mine === base || mine === theirs) return { text: theirs, conflicts: [] }
  if (theirs === base) return { text: mine, conflicts: [] }
  const lines = linesOf(base)
  const edits = [...editsOf('mine', lines, mine), ...editsOf('theirs', lines, theirs)]
  const merged = new MergedText()
  let done = 0
  for (const group of groupsOf(edits)) {
    merged.add(lines.slice(done, group.start))
    mergeGroup(merged, lines, group)
    done = group.end
  }
  merged.add(lines.slice(done))
  return merged.result()
}

class MergedText {
  readonly #parts: string[] = []
  readonly #conflicts: MergeConflict[] = []
  #length = 0

  add(lines: readonly string[]): void {
    const text = lines.join('')
    this.#parts.push(text)
    this.#length += text.length
  }

  addConflict(base: readonly string[], mine: readonly string[], theirs: readonly string[]): void {
    const start = this.#length
    this.add(mine)
    const texts = { base: base.join(''), mine: mine.join(''), theirs: theirs.join('') }
    this.#conflicts.push({ start, end: this.#length, ...texts })
  }

  result(): Merge {
    return { text: this.#parts.join(''), conflicts: this.#conflicts }
  }
}

function editsOf(side: Side, base: readonly string[], text: string): Edit[] {
  const lines = linesOf(text)
  return lineChanges(base, lines).map(({ start, end, from, to }) => {
    return { side, start, end, lines: lines.slice(from, to) }
  })
}

/** An insertion comes before a change of the line that follows it. */
function groupsOf(edits: readonly Edit[]): Group[] {
  const groups: Group[] = []
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = groups.at(-1)
    if (last && overlaps(last, edit)) {
      last.edits.push(edit)
      last.end = Math.max(last.end, edit.end)
    } else groups.push({ start: edit.start, end: edit.end, edits: [edit] })
  }
  return groups
}

function overlaps(group: Group, edit: Edit): boolean {
  if (edit.start < group.end) return true
  if (edit.start > group.end) return false
  const areInsertions = group.start === group.end && edit.start === edit.end
  // Nothing can follow a last line without a line break.
  return areInsertions || group.edits.some(({ lines }) => lines.at(-1)?.endsWith('\n') === false)
}

/** The lines of a group as one side has them. */
function sideOf({ start, end, edits }: Group, base: readonly string[], side: Side): string[] {
  const parts: (readonly string[])[] = []
  let done = start
  for (const edit of edits) {
    if (edit.side !== side) continue
    parts.push(base.slice(done, edit.start), edit.lines)
    done = edit.end
  }
  parts.push(base.slice(done, end))
  // Not push(...lines): a text may have more lines than a call may have arguments.
  return parts.flat()
}

function mergeGroup(merged: MergedText, lines: readonly string[], group: Group): void {
  const [first, second] = group.edits
  if (first && !second) {
    merged.add(first.lines)
    return
  }
  const mine = sideOf(group, lines, 'mine')
  const theirs = sideOf(group, lines, 'theirs')
  const { start, end } = commonEnds(mine, theirs)
  const mineLeft = mine.slice(start, mine.length - end)
  const theirsLeft = theirs.slice(start, theirs.length - end)
  const base = lines.slice(group.start, group.end)
  merged.add(mine.slice(0, start))
  // Both inserted the same lines, and one side more of them.
  if (base.length === 0 && mineLeft.length === 0) merged.add(theirsLeft)
  else if (base.length === 0 && theirsLeft.length === 0) merged.add(mineLeft)
  else if (mineLeft.length + theirsLeft.length > 0) merged.addConflict(base, mineLeft, theirsLeft)
  merged.add(mine.slice(mine.length - end))
}

/** How many lines both begin and end with. */
function commonEnds(mine: readonly string[], theirs: readonly string[]) {
  const most = Math.min(mine.length, theirs.length)
  let start = 0
  while (start < most && mine[start] === theirs[start]) start += 1
  let end = 0
  while (end < most - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1
  return { start, end }
}
