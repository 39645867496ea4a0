import { applySplices, type Splice } from '../changes/splices.ts'
import { lineBreakOf, type Screenplay } from '../model/elements.ts'
import { reparse } from '../model/parse.ts'
import { type Item, itemsOf } from './board.ts'

/** A change of the board. */
export type BoardEdit = {
  splices: Splice[]
  /** Where what was moved or made begins afterwards. */
  at: number[]
}

/** A new part of the script, without the empty line behind it. */
export type NewPart = { text: string; kind: 'scene' | 'idea' | 'section' }

const emptyLine = /(?:\r\n|\r(?!\n)|\n)[ \t]?(?:\r\n|\r|\n)/
const anyBreak = /[\r\n]/

/** The line breaks that are missing behind a part, so that a heading can follow it. */
export function missingGap(gap: string, lineBreak: string): string {
  if (emptyLine.test(gap)) return ''
  return lineBreak.repeat(anyBreak.test(gap) ? 1 : 2)
}

/** Behind the line at an offset, with its line break; `lacks` is the break that a last line does not have. */
export function behindLine(source: string, contentEnd: number, lineBreak: string) {
  const found = /\r\n|[\r\n]/y
  found.lastIndex = contentEnd
  const own = found.exec(source)?.[0]
  return { at: contentEnd + (own?.length ?? 0), lacks: own === undefined ? lineBreak : '' }
}

/** In the new order: a part that stays, one that was elsewhere, or a new one. */
type Placed = { item: Item; index: number; isMoved: boolean } | { made: NewPart }

/**
 * Takes parts out of their places, and puts them and new ones in front of the part at `to`, all byte for byte. Empty
 * lines are added where a heading needs them, and a note to an idea that a scene would follow, which would then be the
 * idea's. Null if there is nothing to do, or if the other parts would not stay what they are, as when a comment reaches
 * from one into the next.
 */
export function arrange(
  screenplay: Screenplay,
  change: {
    taken?: readonly number[]
    isDeleted?: boolean
    to?: number
    made?: readonly NewPart[]
  },
): BoardEdit | null {
  const { source } = screenplay
  const items = itemsOf(screenplay)
  const { to = items.length, made = [], isDeleted = false } = change
  const taken = new Set(change.taken)
  const lineBreak = lineBreakOf(source)
  const placed: Placed[] = []
  for (let index = 0; index <= items.length; index += 1) {
    if (index === to) {
      if (!isDeleted)
        for (const from of [...taken].toSorted((one, other) => one - other)) {
          const item = items[from]
          if (item) placed.push({ item, index: from, isMoved: true })
        }
      placed.push(...made.map((part) => ({ made: part })))
    }
    const item = items[index]
    if (item && !taken.has(index)) placed.push({ item, index, isMoved: false })
  }
  const isSame =
    made.length === 0 &&
    !isDeleted &&
    placed.every((part, at) => 'item' in part && part.index === at)
  if (isSame) return null

  /** What is inserted at each offset, and which parts are deleted. */
  const inserted = new Map<number, string>()
  const insert = (at: number, text: string) => {
    if (text !== '') inserted.set(at, (inserted.get(at) ?? '') + text)
  }
  const expected: Expected[] = []
  const firstStart = items[0]?.start ?? source.length
  let anchor = firstStart
  const above = source.slice(0, firstStart)
  // What is above the first part ends with an empty line, or is empty.
  const first = placed[0]
  if (first && !('item' in first && first.index === 0) && above.trim() !== '')
    insert(anchor, missingGap(/\s*$/.exec(above)?.[0] ?? '', lineBreak))
  for (const [at, part] of placed.entries()) {
    const next = placed[at + 1]
    const isFollowedByScene =
      next !== undefined && ('item' in next ? next.item : next.made).kind === 'scene'
    if ('made' in part) {
      insert(anchor, part.made.text + lineBreak.repeat(next ? 2 : 1))
      expected.push({ ...part.made, isMoved: true })
      continue
    }
    const { item, index, isMoved } = part
    const text = source.slice(item.start, item.contentEnd)
    const gap = source.slice(item.contentEnd, item.end)
    const isJoint = next !== undefined && !('item' in next && next.index === index + 1)
    const more = isJoint || (isMoved && next !== undefined) ? missingGap(gap, lineBreak) : ''
    const mark =
      item.kind === 'idea' && !item.isMarked && isFollowedByScene
        ? markOf(screenplay, item, lineBreak)
        : null
    const marked = mark ? text.slice(0, mark.at) + mark.text + text.slice(mark.at) : text
    expected.push({ text: marked, kind: item.kind, isMoved })
    if (isMoved) insert(anchor, marked + gap + more)
    else {
      if (mark) insert(item.start + mark.at, mark.text)
      anchor = item.end
      insert(anchor, more)
    }
  }
  const splices = splicesOf(items, taken, inserted)
  if (splices.length === 0) return null
  const changed = reparse(screenplay, applySplices(source, splices))
  return asExpected(screenplay, changed, expected, splices)
}

/** The note of an idea, and where it goes, relative to the idea's beginning. */
function markOf({ source, elements }: Screenplay, item: Item, lineBreak: string) {
  const title = elements[item.first]
  const { at, lacks } = behindLine(source, title?.contentEnd ?? item.start, lineBreak)
  const isInside = at < item.contentEnd
  return isInside
    ? { at: at - item.start, text: `[[IDEA]]${lineBreak}` }
    : { at: item.contentEnd - item.start, text: `${lacks === '' ? lineBreak : lacks}[[IDEA]]` }
}

function splicesOf(
  items: readonly Item[],
  taken: ReadonlySet<number>,
  inserted: ReadonlyMap<number, string>,
): Splice[] {
  const deleted = [...taken]
    .toSorted((one, other) => one - other)
    .flatMap((index) => {
      const item = items[index]
      return item ? [{ start: item.start, end: item.end, text: '' }] : []
    })
  const added = [...inserted].map(([start, text]) => ({ start, end: start, text }))
  // At the same offset, what is inserted comes before what is deleted.
  const all = [...added, ...deleted].toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )
  const joined: Splice[] = []
  for (const splice of all) {
    const last = joined.at(-1)
    if (last?.end === splice.start) {
      last.end = splice.end
      last.text += splice.text
    } else joined.push({ ...splice })
  }
  return joined
}

type Expected = { text: string; kind: NewPart['kind'] | Item['kind']; isMoved: boolean }

const isScene = (kind: Expected['kind']): boolean => kind === 'scene'

/** The edit, if the script consists of these parts after it. */
function asExpected(
  screenplay: Screenplay,
  changed: Screenplay,
  expected: readonly Expected[],
  splices: Splice[],
): BoardEdit | null {
  const now = itemsOf(changed)
  if (now.length !== expected.length || changed.titlePage.length !== screenplay.titlePage.length)
    return null
  const at: number[] = []
  for (const [index, { text, kind, isMoved }] of expected.entries()) {
    const item = now[index]
    if (!item || isScene(kind) !== isScene(item.kind)) return null
    // A section that its scenes have left may become an idea, but no idea is lost.
    if (kind === 'idea' && item.kind !== 'idea') return null
    if (changed.source.slice(item.start, item.contentEnd) !== text) return null
    if (isMoved) at.push(item.start)
  }
  return { splices, at }
}
