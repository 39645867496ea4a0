import {
  type ChangeSet,
  type Range,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state'
import { takenText } from '../text-origin.ts'
import type { MarkedOrigin, PageOrigins } from './page-origins.ts'

/** The origin of a range; null until the next record for text that came from elsewhere or by undo. */
export class OriginValue extends RangeValue {
  readonly marked: MarkedOrigin | null
  // Text that is inserted at either end is not part of the range.
  override startSide = 1
  override endSide = -1

  constructor(marked: MarkedOrigin | null) {
    super()
    this.marked = marked
  }

  override eq(other: OriginValue): boolean {
    const [mine, theirs] = [this.marked, other.marked]
    return mine?.origin === theirs?.origin && mine?.label === theirs?.label
  }
}

export type OriginState = {
  labels: PageOrigins['labels']
  /** The text that the writer did not type. */
  ranges: RangeSet<OriginValue>
}

/** With what turned the text of the record into the page's. */
export const showOrigins = StateEffect.define<(PageOrigins & { changes: ChangeSet }) | null>()

/** The ranges of the record, mapped to the current text. */
function rangesIn(ranges: PageOrigins['ranges'], changes: ChangeSet): RangeSet<OriginValue> {
  const known = RangeSet.of(
    ranges.map(({ start, end, origin, label }) =>
      new OriginValue({ origin, label }).range(start, end),
    ),
    true,
  )
  return withInserted(known.map(changes), changes, undefined)
}

/** Cuts inserted text out of existing ranges; `inserted` is undefined if the writer typed it. */
function withInserted(
  mapped: RangeSet<OriginValue>,
  changes: ChangeSet,
  inserted: OriginValue | undefined,
): RangeSet<OriginValue> {
  let ranges = mapped
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    if (from === to) return
    const add: Range<OriginValue>[] = []
    const isElsewhere = (start: number, end: number) => end <= from || start >= to
    ranges.between(from, to, (start, end, value) => {
      if (isElsewhere(start, end)) return
      if (start < from) add.push(value.range(start, from))
      if (end > to) add.push(value.range(to, end))
    })
    if (inserted) add.push(inserted.range(from, to))
    ranges = ranges.update({ filterFrom: from, filterTo: to, filter: isElsewhere, add, sort: true })
  })
  return ranges
}

function insertedBy(tr: Transaction, { pasted }: OriginState['labels']): OriginValue | undefined {
  const isUnknown =
    tr.annotation(Transaction.remote) ||
    tr.isUserEvent('undo') ||
    tr.isUserEvent('redo') ||
    tr.effects.some((effect) => effect.is(takenText))
  if (isUnknown) return new OriginValue(null)
  if (tr.isUserEvent('input.paste') || tr.isUserEvent('input.drop'))
    return new OriginValue({ origin: 'pasted', label: pasted })
  return undefined
}

/** Null while the marks are off. */
export const originRanges = StateField.define<OriginState | null>({
  create: () => null,
  update(before, tr) {
    let now = before
    if (now && tr.docChanged) {
      const mapped = now.ranges.map(tr.changes)
      now = { ...now, ranges: withInserted(mapped, tr.changes, insertedBy(tr, now.labels)) }
    }
    for (const effect of tr.effects)
      if (effect.is(showOrigins))
        now = effect.value && {
          labels: effect.value.labels,
          ranges: rangesIn(effect.value.ranges, effect.value.changes),
        }
    return now
  },
})
