import {
  type ChangeDesc,
  type EditorState,
  type Range,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Screenplay } from '../../../../../screenplay/elements.ts'
import type { PendingChange } from '../../../../../screenplay/review.ts'
import { type PageStyle, pageStyleOf } from '../../../../../screenplay/layout.ts'
import { pageMetrics } from '../rows/page-layout.ts'
import { pageRows } from '../rows/page-rows.ts'
import type { PrintedRow } from '../rows/printed-row.ts'
import { ChangeWidget, MAX_ROWS } from './change-widget.ts'
import { oldRows } from './old-rows.ts'
import type { Decision, ReviewedAnswer } from './page-reviews.ts'

/** A change that waits for the writer's decision. */
export type ShownChange = PendingChange & { key: string; answer: ReviewedAnswer }

export type ReviewState = {
  /** In the order of the text. */
  changes: readonly ShownChange[]
  /** The `key` of the change that the shortcuts and the bar decide on. */
  current: string | null
  decorations: DecorationSet
}

/** Sets the changes to show, with offsets into the current text. */
export const showReviews = StateEffect.define<readonly ReviewedAnswer[]>()
export const setCurrent = StateEffect.define<string>()
/** What the writer decided here; undoing it decides the opposite. */
export const decide = StateEffect.define<Decision>()

export const opposite = ({ id, keep, unkeep, ended }: Decision): Decision => ({
  id,
  keep: unkeep,
  unkeep: keep,
  ended: ended === null ? null : !ended,
})

const NOTHING: ReviewState = { changes: [], current: null, decorations: Decoration.none }

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

function decorate(
  state: EditorState,
  { changes, current }: Pick<ReviewState, 'changes' | 'current'>,
): DecorationSet {
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

function currentOf(before: ReviewState, changes: readonly ShownChange[], tr: Transaction) {
  const asked = tr.effects.findLast((effect) => effect.is(setCurrent))
  if (asked) return asked.value
  const inside = tr.selection && changeAt(changes, tr.newSelection.main.head)
  if (inside) return inside.key
  if (changes.some(({ key }) => key === before.current)) return before.current
  // The current change is gone: the next one takes its place.
  const was = before.changes.findIndex(({ key }) => key === before.current)
  const gone = before.changes[was]
  const next = gone && changes.find(({ start }) => start >= tr.changes.mapPos(gone.start, -1))
  return (next ?? changes[0])?.key ?? null
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

export const reviewField = StateField.define<ReviewState>({
  create: () => NOTHING,
  update(before, tr) {
    let changes = tr.docChanged ? mapped(before.changes, tr.changes) : before.changes
    if (tr.isUserEvent('input.type.compose'))
      return { ...before, changes, decorations: before.decorations.map(tr.changes) }
    for (const effect of tr.effects) {
      if (effect.is(showReviews)) changes = shownChanges(effect.value)
      else if (effect.is(decide)) changes = withoutKept(changes, effect.value)
    }
    const current = currentOf(before, changes, tr)
    if (changes.length === 0 && before.changes.length === 0) return before
    const isResized =
      tr.startState.facet(pageMetrics) !== tr.state.facet(pageMetrics) ||
      styleIn(tr.startState) !== styleIn(tr.state)
    const isSame =
      changes.length === before.changes.length &&
      current === before.current &&
      !isResized &&
      !tr.effects.some((effect) => effect.is(showReviews))
    if (isSame && !tr.docChanged) return before
    if (isSame) return { changes, current, decorations: before.decorations.map(tr.changes) }
    return { changes, current, decorations: decorate(tr.state, { changes, current }) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
})
