import {
  type ChangeDesc,
  type EditorState,
  type Range,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Screenplay } from '../../../../../screenplay/model.ts'
import type { PendingChange } from '../../../../../screenplay/answers.ts'
import { type PageStyle, pageStyleOf } from '../../../../../screenplay/layout.ts'
import { isComposition } from '../composition.ts'
import { pageMetrics } from '../rows/page-layout.ts'
import { markedRanges } from '../rows/opened-places.ts'
import { pageRows } from '../rows/page-rows.ts'
import type { PrintedRow } from '../rows/printed-row.ts'
import { ChangeWidget, MAX_ROWS, oldRows } from './change-widget.ts'
import type { Decision, ReviewedAnswer } from './page-reviews.ts'

/** A change that waits for the writer's decision. */
export type ShownChange = PendingChange & { key: string; answer: ReviewedAnswer }

export type ReviewState = {
  /** In the order of the text. */
  changes: readonly ShownChange[]
  /** The `key` of the change that the shortcuts and the bar decide on. */
  current: string | null
  /** Whether the page has shown the current change, or the cursor was in it. */
  isVisited: boolean
}

/** Sets the changes to show, with offsets into the current text. */
export const showReviews = StateEffect.define<readonly ReviewedAnswer[]>()
/** The page goes to the change with this key. */
export const setCurrent = StateEffect.define<string>()
/** What the writer decided here; undoing it decides the opposite. */
export const decide = StateEffect.define<Decision>()

export const opposite = ({ id, keep, unkeep, ended }: Decision): Decision => ({
  id,
  keep: unkeep,
  unkeep: keep,
  ended: ended === null ? null : !ended,
})

const NOTHING: ReviewState = { changes: [], current: null, isVisited: false }

const newLine = Decoration.line({ class: 'review-line' })
const newText = Decoration.mark({ tagName: 'ins', class: 'review-new' })
const newWord = Decoration.mark({ class: 'review-word' })

type KnownRows = { style: PageStyle; rows: Map<number, PrintedRow[]> }

const known = new WeakMap<Screenplay, KnownRows>()

/** The cached rows of a script before an answer, by change; dropped when the page setup changes. */
function knownRows(before: Screenplay, style: PageStyle): KnownRows['rows'] {
  const found = known.get(before)
  if (found?.style === style) return found.rows
  const rows: KnownRows['rows'] = new Map()
  known.set(before, { style, rows })
  return rows
}

const styleIn = (state: EditorState): PageStyle => pageStyleOf(state.field(pageRows).screenplay)

/** Long scripts are laid out once, not whenever a decoration is made. */
function rowsOf(state: EditorState, change: ShownChange): PrintedRow[] {
  const { answer, number, old, oldStart, oldWords } = change
  const rows = knownRows(answer.before, styleIn(state))
  const made = rows.get(number)
  if (made) return made
  const { titlePage } = state.field(pageRows).screenplay
  const range = { start: oldStart, end: oldStart + old.join('\n').length }
  const changed = oldWords.map(({ start, end }) => ({
    start: start + oldStart,
    end: end + oldStart,
  }))
  const fresh =
    old.length === 0 ? [] : oldRows({ ...answer.before, titlePage }, range, changed, MAX_ROWS * 25)
  rows.set(number, fresh)
  return fresh
}

function decorate(state: EditorState, { changes, current }: ReviewState): DecorationSet {
  const { rowHeight, flows } = state.facet(pageMetrics)
  const made: Range<Decoration>[] = []
  for (const change of changes) {
    const { key, start, end, newWords } = change
    const isDeletion = state.sliceDoc(start, end).trim() === ''
    const shown = { key, old: rowsOf(state, change), isCurrent: key === current, isDeletion, flows }
    const widget = new ChangeWidget(shown, rowHeight)
    const line = state.doc.lineAt(start)
    // Below the line if none begins at `start`: the change is at the end of the text.
    const side = line.from === start ? 0 : 0.5
    made.push(Decoration.widget({ widget, side, block: true }).range(start))
    if (isDeletion) continue
    for (let at = line; at.from <= end; at = state.doc.line(at.number + 1)) {
      if (at.text.trim() !== '') {
        made.push(newLine.range(at.from))
        made.push(newText.range(Math.max(start, at.from), Math.min(end, at.to)))
      }
      if (at.number === state.doc.lines) break
    }
    for (const word of newWords) made.push(newWord.range(word.start, word.end))
  }
  return Decoration.set(made, true)
}

function shownChanges(answers: readonly ReviewedAnswer[]): ShownChange[] {
  const all = answers.flatMap((answer) =>
    answer.pending.map((change) => ({ ...change, key: `${answer.id} ${change.number}`, answer })),
  )
  return all.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** The changes after an edit, without those that it touched: they are the writer's text now. */
function mapped(changes: readonly ShownChange[], edit: ChangeDesc): ShownChange[] {
  return changes.flatMap((change) => {
    const { start, end } = change
    if (start < end && edit.touchesRange(start, end)) return []
    const at = edit.mapPos(start, start === end ? -1 : 1)
    if (at === start) return [change]
    const moved = ({ start: from, end: to }: { start: number; end: number }) => ({
      start: from + at - start,
      end: to + at - start,
    })
    return [{ ...change, ...moved(change), newWords: change.newWords.map(moved) }]
  })
}

/** The change that the cursor is in. */
const changeAt = (changes: readonly ShownChange[], head: number): ShownChange | undefined =>
  changes.find(({ start, end }) => start <= head && head <= end && start < end)

type Current = Pick<ReviewState, 'current' | 'isVisited'>

function currentOf(before: ReviewState, changes: readonly ShownChange[], tr: Transaction): Current {
  const asked = tr.effects.findLast((effect) => effect.is(setCurrent))
  if (asked) return { current: asked.value, isVisited: true }
  // Also when the page has just been opened.
  const isLooked = tr.selection || before.changes.length === 0
  const inside = isLooked && changeAt(changes, tr.newSelection.main.head)
  if (inside) return { current: inside.key, isVisited: true }
  const { current, isVisited } = before
  if (changes.some(({ key }) => key === current)) return { current, isVisited }
  // The current change is gone: the next one takes its place.
  const was = before.changes.findIndex(({ key }) => key === current)
  const gone = before.changes[was]
  const next = gone && changes.find(({ start }) => start >= tr.changes.mapPos(gone.start, -1))
  return { current: (next ?? changes[0])?.key ?? null, isVisited: false }
}

/** Whether both states have the same changes and the same current one, apart from offsets. */
export const areAlike = (one: ReviewState, other: ReviewState): boolean =>
  one.current === other.current &&
  one.changes.length === other.changes.length &&
  one.changes.every(({ key, answer }, index) => {
    const same = other.changes[index]
    return same?.key === key && same.answer === answer
  })

function withoutKept(changes: readonly ShownChange[], { id, keep }: Decision): ShownChange[] {
  const isKept = ({ answer, number }: ShownChange) => answer.id === id && keep.includes(number)
  return changes.filter((change) => !isKept(change))
}

/** Whether the changes are those of before, at most moved by an edit. */
const isOnlyMoved = (before: ReviewState, now: ReviewState, tr: Transaction): boolean =>
  now.changes.length === before.changes.length &&
  now.current === before.current &&
  !tr.effects.some((effect) => effect.is(showReviews))

const reviewMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    const before = tr.startState.field(reviewField, false) ?? NOTHING
    const now = tr.state.field(reviewField)
    if (now.changes.length === 0) return Decoration.none
    if (isComposition(tr)) return marks.map(tr.changes)
    const isResized =
      tr.startState.facet(pageMetrics) !== tr.state.facet(pageMetrics) ||
      styleIn(tr.startState) !== styleIn(tr.state)
    return isOnlyMoved(before, now, tr) && !isResized
      ? marks.map(tr.changes)
      : decorate(tr.state, now)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Which changes are pending. Their marks depend on the rows of the page, which depend on where there are marks. */
export const reviewField: StateField<ReviewState> = StateField.define<ReviewState>({
  create: () => NOTHING,
  update(before, tr) {
    let changes = tr.docChanged ? mapped(before.changes, tr.changes) : before.changes
    if (isComposition(tr)) return { ...before, changes }
    for (const effect of tr.effects) {
      if (effect.is(showReviews)) changes = shownChanges(effect.value)
      else if (effect.is(decide)) changes = withoutKept(changes, effect.value)
    }
    if (changes.length === 0 && before.changes.length === 0) return before
    const now = { changes, ...currentOf(before, changes, tr) }
    const isSame =
      changes === before.changes &&
      now.current === before.current &&
      now.isVisited === before.isVisited
    return isSame ? before : now
  },
  provide: (field) => [reviewMarks, markedRanges.from(field, ({ changes }) => changes)],
})
