import { invertedEffects } from '@codemirror/commands'
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state'
import type { Origin } from '../../document/sync/runs.ts'

export type PageOrigin = Exclude<Origin, 'import'>

/** Marks text that the writer did not write now: it was in the script before and has the origin that it had. */
export const takenText = StateEffect.define()

/** How the text that the writer's own transaction adds came about. */
export function originOf(tr: Transaction): PageOrigin {
  if (tr.isUserEvent('input.template')) return 'template'
  if (tr.isUserEvent('input.paste') || tr.isUserEvent('input.drop')) return 'pasted'
  // Text that is cut is going to be moved: as a change of its own, so that a version has it where it was.
  const isMoved = tr.isUserEvent('move') || tr.isUserEvent('delete.cut')
  const isTaken = isMoved || tr.effects.some((effect) => effect.is(takenText))
  return isTaken ? 'restore' : 'typed'
}

class TypedText extends RangeValue {}
const typedText = new TypedText()

const isTypedHere = (tr: Transaction): boolean =>
  !tr.annotation(Transaction.remote) && originOf(tr) === 'typed'

/**
 * What the writer typed on this page. Undo brings it back as typed; anything else as text that was there before,
 * which needs a version of its own.
 */
const typedHere = StateField.define<RangeSet<TypedText>>({
  create: () => RangeSet.empty,
  update(before, tr) {
    if (!tr.docChanged) return before
    const isTyped = isTypedHere(tr)
    let ranges = before.map(tr.changes)
    tr.changes.iterChangedRanges((_fromOld, _toOld, from, to) => {
      if (from < to) ranges = marked(ranges, from, to, isTyped)
    })
    return ranges
  },
})

const none = () => false

/** Adds the range to those beside it, or cuts it out of them. */
function marked(ranges: RangeSet<TypedText>, from: number, to: number, isTyped: boolean) {
  let whole = { from, to }
  const rest: { from: number; to: number }[] = []
  ranges.between(from, to, (start, end) => {
    whole = { from: Math.min(whole.from, start), to: Math.max(whole.to, end) }
    if (start < from) rest.push({ from: start, to: from })
    if (end > to) rest.push({ from: to, to: end })
  })
  const add = (isTyped ? [whole] : rest).map((one) => typedText.range(one.from, one.to))
  return ranges.update({ filterFrom: from, filterTo: to, filter: none, add, sort: true })
}

/** Whether all text in this range was typed on this page. */
export function isTypedIn(state: EditorState, from: number, to: number): boolean {
  let known = from
  state.field(typedHere).between(from, to, (start, end) => {
    if (start <= known) known = Math.max(known, end)
  })
  return known >= to
}

/** Whether the transaction removes text that was not typed here, which undo then brings back. */
function removesOther(tr: Transaction): boolean {
  let removes = false
  tr.changes.iterChangedRanges((from, to) => {
    removes ||= !isTypedIn(tr.startState, from, to)
  })
  return removes
}

/** Lets undo and redo return text with the origin that it had. */
export const keptOrigins: Extension = [
  typedHere,
  invertedEffects.of((tr) => (tr.docChanged && removesOther(tr) ? [takenText.of(null)] : [])),
]
