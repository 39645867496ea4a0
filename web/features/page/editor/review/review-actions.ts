import { isolateHistory } from '@codemirror/commands'
import { Facet, type StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { undoChanges } from '../../../../../screenplay/answers.ts'
import type { Splice } from '../../../../../screenplay/changes.ts'
import { changesOf } from '../../../document/text/changes.ts'
import { takenText } from '../text-origin.ts'
import { isInView, scrollToChange } from './change-place.ts'
import type { Decision, PageReviews, ReviewedAnswer } from './page-reviews.ts'
import { decide, reviewField, setCurrent, type ShownChange, showReviews } from './review-field.ts'

export const pageReviews = Facet.define<PageReviews>()

/** The answers under review; undefined while they refer to a text that the page does not show yet. */
function answersNow(view: EditorView): readonly ReviewedAnswer[] | undefined {
  const now = view.state.facet(pageReviews)[0]?.now()
  return now && now.doc.eq(view.state.doc) ? now.answers : undefined
}

function dispatch(view: EditorView, decision: Decision | null, splices: readonly Splice[]) {
  const effects: StateEffect<unknown>[] = decision ? [decide.of(decision)] : []
  if (splices.length > 0) effects.push(takenText.of(null))
  view.dispatch({
    changes: changesOf(splices),
    effects,
    // A separate undo step, never merged with edits before or after it.
    annotations: isolateHistory.of('full'),
    userEvent: 'review',
  })
}

function find(view: EditorView, key: string) {
  const answers = answersNow(view) ?? []
  for (const answer of answers) {
    const change = answer.pending.find(({ number }) => `${answer.id} ${number}` === key)
    if (change) return { answer, change }
  }
  return undefined
}

/** Keeps or undoes one change. An answer with alternatives can only be decided as a whole. */
export function decideOne(view: EditorView, key: string, isKept: boolean): boolean {
  const found = find(view, key)
  if (!found) return false
  const { answer, change } = found
  if (answer.alternative) return decideAll(view, answer.id, isKept)
  const ended = answer.pending.length === 1 ? true : null
  const decision = { id: answer.id, keep: isKept ? [change.number] : [], unkeep: [], ended }
  const text = view.state.doc.toString()
  dispatch(view, decision, isKept ? [] : undoChanges(text, [change]))
  return true
}

/** Keeps or undoes everything that is left of an answer. */
export function decideAll(view: EditorView, id: string, isKept: boolean): boolean {
  const answer = answersNow(view)?.find((one) => one.id === id)
  if (!answer || answer.pending.length === 0) return false
  const { pending, alternative } = answer
  const keep = isKept && !alternative ? pending.map(({ number }) => number) : []
  const splices = isKept ? [] : undoChanges(view.state.doc.toString(), pending)
  dispatch(view, { id, keep, unkeep: [], ended: true }, splices)
  return true
}

/** Shows another alternative in place of the one that is there. */
export function switchTo(view: EditorView, id: string, index: number): boolean {
  const answers = answersNow(view)
  const splices = answers && view.state.facet(pageReviews)[0]?.alternative(id, index)
  if (!splices) return false
  dispatch(view, null, splices)
  refresh(view)
  return true
}

/** Shows what is pending now, without waiting for a pause. */
function refresh(view: EditorView): boolean {
  const answers = answersNow(view)
  if (answers) view.dispatch({ effects: showReviews.of(answers) })
  return answers !== undefined
}

function show(view: EditorView, change: ShownChange): void {
  view.dispatch({
    selection: { anchor: change.start },
    effects: setCurrent.of(change.key),
    userEvent: 'select.review',
  })
  scrollToChange(view, change)
}

function showCurrent(view: EditorView): void {
  const { changes, current } = view.state.field(reviewField)
  const change = changes.find(({ key }) => key === current)
  if (change) show(view, change)
}

/** Scrolls to the first change, or that of an answer that has arrived; the cursor stays where it is. */
export function showFirst(view: EditorView, id?: string): void {
  const { changes } = view.state.field(reviewField)
  const change = changes.find(({ answer }) => id === undefined || answer.id === id)
  if (!change) return
  view.dispatch({ effects: setCurrent.of(change.key) })
  scrollToChange(view, change)
}

/** Goes to the next or previous change; wraps around at the ends. */
export function goToChange(view: EditorView, direction: 1 | -1): boolean {
  const { changes, current, isVisited } = view.state.field(reviewField)
  const at = changes.findIndex(({ key }) => key === current)
  const here = changes[at]
  // A change that the writer has not seen comes first: the bar already counts it as the current one.
  const isSeen = here && (isVisited || isInView(view, here))
  const next = isSeen ? changes.at((at + direction) % changes.length) : here
  if (!next) return false
  show(view, next)
  return true
}

/** Keeps or undoes the current change, and shows the next one. */
export function decideCurrent(view: EditorView, isKept: boolean): boolean {
  const { current } = view.state.field(reviewField)
  if (current === null || !decideOne(view, current, isKept)) return false
  showCurrent(view)
  return true
}

/** Keeps or undoes all changes of the answer that the current change belongs to. */
export function decideCurrentAnswer(view: EditorView, isKept: boolean): boolean {
  const { changes, current } = view.state.field(reviewField)
  const change = changes.find(({ key }) => key === current)
  return change !== undefined && decideAll(view, change.answer.id, isKept)
}
