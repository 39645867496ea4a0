import type { Element, Screenplay } from '../model/elements.ts'
import { parse } from '../model/parse.ts'
import { firstIndex } from '../model/first-index.ts'
import type { AppliedEdit, TextRange } from './answer-context.ts'

/** Whether every byte outside of the edits is the same, and no edit reaches outside of the target. */
export function isUntouchedOutside(
  script: string,
  text: string,
  edits: readonly AppliedEdit[],
  target: TextRange | null,
): boolean {
  let [done, newDone] = [0, 0]
  for (const { start, end, newStart, newEnd } of edits) {
    if (start < done || newStart < newDone || end < start || newEnd < newStart) return false
    if (target && (start < target.start || end > target.end)) return false
    if (script.slice(done, start) !== text.slice(newDone, newStart)) return false
    ;[done, newDone] = [end, newEnd]
  }
  return script.slice(done) === text.slice(newDone)
}

type Span = { start: number; end: number; isText: boolean }

/**
 * Whether the headings outside of the edits are unchanged and every new scene has one: a comment that an edit
 * opens, or no longer closes, would hide other scenes.
 */
export function keepsHeadings(
  before: Screenplay,
  text: string,
  edits: readonly AppliedEdit[],
): boolean {
  const after = parse(text)
  const old = edits.map(({ kind, start, end }) => ({ start, end, isText: kind === 'text' }))
  const now = edits.map(({ kind, newStart, newEnd }) => ({
    start: newStart,
    end: newEnd,
    isText: kind === 'text',
  }))
  const expected = headingsOutside(before, old)
  const found = headingsOutside(after, now)
  if (expected.length !== found.length || !expected.every((line, at) => line === found[at])) {
    return false
  }
  const starts = headingsOf(after).map(({ start }) => start)
  const hasHeading = ({ newStart, newEnd }: AppliedEdit) => {
    const first = starts[firstIndex(starts.length, (index) => starts[index]! >= newStart)]
    return first !== undefined && first < newEnd
  }
  return edits.every(
    (edit) =>
      !(edit.kind === 'inserted' || (edit.kind === 'replaced' && edit.id !== 0)) ||
      hasHeading(edit),
  )
}

const headingsOf = ({ elements }: Screenplay): Element[] =>
  elements.filter(({ type }) => type === 'scene-heading')

/** The spans are in order, without overlaps. */
function headingsOutside(screenplay: Screenplay, spans: readonly Span[]): string[] {
  return headingsOf(screenplay)
    .filter(({ start, contentEnd }) => {
      const next = spans[firstIndex(spans.length, (index) => spans[index]!.end > start)]
      return !next || !touches(next, start, contentEnd)
    })
    .map(({ text }) => text)
}

/** Text that is added to the end of a heading belongs to it. */
const touches = (span: Span, start: number, contentEnd: number): boolean =>
  start < span.end && (span.isText ? contentEnd >= span.start : contentEnd > span.start)
