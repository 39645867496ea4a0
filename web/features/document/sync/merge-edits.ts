import { applySplices, type Splice, splices } from '../../../../screenplay/changes.ts'

/** Lines that both sides changed, from `start` in the merged text: theirs, then mine. */
export type OverlapLines = { start: number; first: string; second: string }

export type Merged = {
  text: string
  /** What turns the text with my edits into the merged one. */
  onMine: Splice[]
  /** What turns the text with their edits into the merged one. */
  onTheirs: Splice[]
  overlaps: OverlapLines[]
}

type Side = 'mine' | 'theirs'

/** A change, and the whole lines that it touches, as offsets; no lines if it only adds some. */
type Edit = Splice & { side: Side; from: number; to: number }

type Group = { from: number; to: number; edits: Edit[] }

/**
 * Merges the edits of two sides by line. Edits of different lines are both applied exactly where they were
 * made. Lines added by both at the same place, or on the same blank line, are all kept, theirs first. Where
 * both changed the same lines, the text has both, which is an overlap that the writer has to decide on.
 */
export function mergeEdits(base: string, mine: Splice[], theirs: Splice[]): Merged {
  // Ended by a line break, so that appending a line does not change the last one.
  const lines = `${base}\n`
  const edits = [...editsOf('mine', lines, mine), ...editsOf('theirs', lines, theirs)]
  const merged = {
    onMine: [] as Splice[],
    onTheirs: [] as Splice[],
    overlaps: [] as OverlapLines[],
  }
  const grown = { mine: 0, theirs: 0, merged: 0 }
  for (const group of groupsOf(edits)) {
    const { from, to } = group
    const changed = mergeGroup(lines, group)
    for (const one of moved(changed.onMine, from + grown.mine)) merged.onMine.push(one)
    for (const one of moved(changed.onTheirs, from + grown.theirs)) merged.onTheirs.push(one)
    if (changed.overlap) {
      const { start, ...texts } = changed.overlap
      merged.overlaps.push({ start: start + from + grown.merged, ...texts })
    }
    grown.mine += changed.mine.length - (to - from)
    grown.theirs += changed.theirs.length - (to - from)
    grown.merged += changed.theirs.length + growthOf(changed.onTheirs) - (to - from)
  }
  const onMine = withoutFinalBreak(merged.onMine, base.length + grown.mine)
  const onTheirs = withoutFinalBreak(merged.onTheirs, base.length + grown.theirs)
  const text = applySplices(applySplices(base, theirs), onTheirs)
  return { text, onMine, onTheirs, overlaps: merged.overlaps }
}

/** Merges whole texts, where only the texts are known. */
export const mergeTexts = (base: string, mine: string, theirs: string): Merged =>
  mergeEdits(base, splices(base, mine), splices(base, theirs))

/** Whether `text` has every change that leads from `base` to `changed`. */
export function contains(text: string, base: string, changed: string): boolean {
  if (text === changed) return true
  const merged = mergeTexts(base, changed, text)
  return merged.overlaps.length === 0 && merged.text === text
}

/** Changes that add lines below a line instead of at its end, so that they do not touch that line. */
export const addedBelow = (text: string, changes: readonly Splice[]): Splice[] =>
  withoutFinalBreak(
    changes.map((change) => aligned(`${text}\n`, change)),
    text.length,
  )

/** From the end of a line to the end of another: the same change from the start of the next line. */
function aligned(lines: string, change: Splice): Splice {
  const { start, end, text } = change
  if (lines.charAt(start) !== '\n' || lines.charAt(end) !== '\n') return change
  if (text === '' ? start === end : !text.startsWith('\n')) return change
  return { start: start + 1, end: end + 1, text: text === '' ? '' : `${text.slice(1)}\n` }
}

const startsLine = (lines: string, at: number) => at === 0 || lines.charAt(at - 1) === '\n'

function editsOf(side: Side, lines: string, changes: readonly Splice[]): Edit[] {
  // The line of the last change: a long line is searched for its ends only once.
  let line = { from: 0, to: lines.indexOf('\n') + 1 }
  const lineAt = (at: number) => {
    if (at >= line.to)
      line = { from: lines.lastIndexOf('\n', at - 1) + 1, to: lines.indexOf('\n', at) + 1 }
    return line
  }
  return changes
    .flatMap((change) => smallerChanges(lines, change))
    .map((change) => {
      const { start, end, text } = aligned(lines, change)
      const areLines =
        startsLine(lines, start) && startsLine(lines, end) && (text === '' || text.endsWith('\n'))
      const from = areLines ? start : lineAt(start).from
      return { side, start, end, text, from, to: areLines ? end : lineAt(end).to }
    })
}

/** A change of many lines, such as an answer's, may leave most of them as they were. */
function smallerChanges(lines: string, change: Splice): Splice[] {
  const { start, end, text } = change
  const old = lines.slice(start, end)
  if (old === text) return []
  if (old === '' || text === '' || !(old + text).includes('\n')) return [change]
  const from = start === 0 ? 0 : lines.lastIndexOf('\n', start - 1) + 1
  const to = lines.indexOf('\n', end) + 1
  const whole = lines.slice(from, start) + text + lines.slice(end, to)
  return moved(splices(lines.slice(from, to), whole), from)
}

/** Added lines come before a change of the line that follows them. */
function groupsOf(edits: readonly Edit[]): Group[] {
  const groups: Group[] = []
  const inOrder = edits.toSorted((a, b) => a.from - b.from || a.to - b.to || a.start - b.start)
  for (const edit of inOrder) {
    const last = groups.at(-1)
    if (last && overlaps(last, edit)) {
      last.edits.push(edit)
      last.to = Math.max(last.to, edit.to)
    } else groups.push({ from: edit.from, to: edit.to, edits: [edit] })
  }
  return groups
}

const overlaps = (group: Group, edit: Edit): boolean =>
  edit.from < group.to ||
  // Both only add lines, at the same place.
  (edit.from === group.to && edit.from === edit.to && group.from === group.to)

type MergedGroup = {
  /** The lines of the group as each side has them. */
  mine: string
  theirs: string
  /** Changes of these lines. */
  onMine: Splice[]
  onTheirs: Splice[]
  overlap?: OverlapLines
}

function mergeGroup(lines: string, group: Group): MergedGroup {
  const { from, to, edits } = group
  const base = lines.slice(from, to)
  const own = (side: Side) => edits.filter((edit) => edit.side === side)
  const changes = { mine: moved(own('mine'), -from), theirs: moved(own('theirs'), -from) }
  const mine = applySplices(base, changes.mine)
  const theirs = applySplices(base, changes.theirs)
  if (changes.mine.length === 0) return { mine, theirs, onMine: changes.theirs, onTheirs: [] }
  if (changes.theirs.length === 0) return { mine, theirs, onMine: [], onTheirs: changes.mine }
  if (mine === theirs) return { mine, theirs, onMine: [], onTheirs: [] }
  if (theirs === '' || mine === '') return mergeDeletion(lines, group, { mine, theirs })
  const same = commonLines(mine, theirs)
  const m = mine.slice(same.before, mine.length - same.after)
  const t = theirs.slice(same.before, theirs.length - same.after)
  const added: MergedGroup = {
    mine,
    theirs,
    onMine: [{ start: same.before, end: same.before, text: t }],
    onTheirs: [{ start: same.before + t.length, end: same.before + t.length, text: m }],
  }
  if (base.trim() !== '') return { ...added, overlap: { start: same.before, first: t, second: m } }
  // The same lines, and one side more of them: sent twice, or added by both.
  if (hasLinesOf(t, m)) return { ...added, onMine: moved(splices(m, t), same.before), onTheirs: [] }
  if (hasLinesOf(m, t)) return { ...added, onMine: [], onTheirs: moved(splices(t, m), same.before) }
  return added
}

/** One side deleted the lines: of these, those that the other side changed or added are kept. */
function mergeDeletion(
  lines: string,
  { from, to, edits }: Group,
  texts: { mine: string; theirs: string },
): MergedGroup {
  const isMine = texts.theirs === ''
  const others = edits.filter(({ side }) => side === (isMine ? 'mine' : 'theirs'))
  // In order of the lines that they touch, and the last one may reach less far than one before it.
  const start = others[0]?.from ?? from
  const end = others.reduce((most, edit) => Math.max(most, edit.to), start)
  const kept = applySplices(lines.slice(start, end), moved(others, -start))
  const rest = start - from + kept.length
  const onOther = [
    { start: 0, end: start - from, text: '' },
    { start: rest, end: rest + to - end, text: '' },
  ].filter((splice) => splice.end > splice.start)
  const onDeleted = kept === '' ? [] : [{ start: 0, end: 0, text: kept }]
  return {
    ...texts,
    onMine: isMine ? onOther : onDeleted,
    onTheirs: isMine ? onDeleted : onOther,
    ...(kept !== '' && {
      overlap: { start: 0, first: isMine ? '' : kept, second: isMine ? kept : '' },
    }),
  }
}

/** How many characters of whole lines both begin and end with. */
function commonLines(one: string, other: string): { before: number; after: number } {
  const most = Math.min(one.length, other.length)
  let before = 0
  while (before < most && one.charAt(before) === other.charAt(before)) before += 1
  while (!startsLine(one, before)) before -= 1
  let after = 0
  while (after < most - before && one.at(-1 - after) === other.at(-1 - after)) after += 1
  // Back to where a line begins in both.
  while (
    after > 0 &&
    !(startsLine(one, one.length - after) && startsLine(other, other.length - after))
  )
    after -= 1
  return { before, after }
}

/** Whether `text` has all lines of `other`, in the same order. A blank line may be where somebody begins to write. */
function hasLinesOf(text: string, other: string): boolean {
  if (other !== '' && other.trim() === '') return false
  const lines = text.split('\n')
  let next = 0
  return other.split('\n').every((line) => (next = lines.indexOf(line, next) + 1) > 0)
}

/** How much longer changes make a text. */
const growthOf = (changes: readonly Splice[]): number =>
  changes.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)

const moved = (changes: readonly Splice[], by: number): Splice[] =>
  changes.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }))

/** Changes of a text without the line break that was added to its end. */
function withoutFinalBreak(changes: readonly Splice[], length: number): Splice[] {
  const real: Splice[] = []
  for (const change of changes) {
    const last = real.at(-1)
    if (change.end <= length) real.push(change)
    else if (last && last.end === change.start)
      real.splice(-1, 1, { start: last.start, end: change.end, text: last.text + change.text })
    else real.push(change)
  }
  const last = real.at(-1)
  if (!last || last.end <= length) return real
  const { start, text } = last
  // The line break before the lines takes the place of the one after them.
  const splice =
    text === '' || start > length
      ? {
          start: Math.max(0, start - 1),
          end: length,
          text: text === '' ? '' : `\n${text.slice(0, -1)}`,
        }
      : { start, end: length, text: text.slice(0, -1) }
  return [...real.slice(0, -1), splice]
}
