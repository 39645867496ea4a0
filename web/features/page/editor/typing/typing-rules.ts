import {
  EditorState,
  type Extension,
  StateField,
  Transaction,
  EditorSelection,
  findClusterBreak,
  type SelectionRange,
} from '@codemirror/state'
import { EditorView, type Command } from '@codemirror/view'
import { capitalsOf } from '../../../../../screenplay/editing.ts'
import { elementIndexAt } from '../../../../../screenplay/model.ts'
import type { Splice } from '../../../../../screenplay/changes.ts'
import { changesOf } from '../../../document/text/changes.ts'
import { joined } from '../composition.ts'
import { pageRows } from '../rows/page-rows.ts'

const NONE: readonly number[] = []
/** More than are typed before what was left is looked at. */
const MAX_LINES = 4

const isAny = (tr: Transaction, events: readonly string[]): boolean =>
  events.some((event) => tr.isUserEvent(event))

/** Whether it is the writer's typing, not a dialog that changes many lines. */
const isTyped = (tr: Transaction): boolean =>
  isAny(tr, ['input.type', 'input.complete', 'delete']) && !tr.isUserEvent('delete.overlap')

/** Whether what it writes is there on purpose as it is, or somebody else's. */
const isTaken = (tr: Transaction): boolean =>
  tr.annotation(Transaction.remote) === true ||
  isAny(tr, ['input.paste', 'input.drop', 'input.template', 'input.replace', 'move', 'review'])

function touches(tr: Transaction, from: number, to: number): boolean {
  let isTouched = false
  tr.changes.iterChangedRanges((_fromBefore, _toBefore, start, end) => {
    isTouched ||= start <= to && end >= from
  })
  return isTouched
}

const lineAtCursor = ({ doc, selection }: EditorState) => doc.lineAt(selection.main.head)

/** Where the lines begin that the writer typed in last; a cue is one only once something stands below it. */
const typedLines = StateField.define<readonly number[]>({
  create: () => NONE,
  update(before, tr) {
    if (!tr.docChanged) return before
    // After undo the text is as it was, and capitals would end what can be redone.
    if (tr.isUserEvent('undo') || tr.isUserEvent('redo')) return NONE
    const lines = before.flatMap((start) => {
      const { from, to } = tr.newDoc.lineAt(tr.changes.mapPos(start, -1))
      return isTaken(tr) && touches(tr, from, to) ? [] : [from]
    })
    const { from, to } = lineAtCursor(tr.state)
    if (!isTyped(tr) || lines.includes(from) || !touches(tr, from, to)) return lines
    return [...lines.slice(1 - MAX_LINES), from]
  },
})

/** What is still to be put in capitals in the lines that the cursor has left. */
function leftLetters({ state, hasFocus, contentDOM }: EditorView): Splice[] {
  const lines = state.field(typedLines)
  if (lines.length === 0) return []
  const here = hasFocus ? lineAtCursor(state).from : -1
  const { screenplay } = state.field(pageRows)
  return lines
    .filter((from) => from !== here)
    .flatMap((from) => {
      const index = elementIndexAt(screenplay.current, from)
      const element = screenplay.current[index]
      if (element?.type !== 'scene-heading' && element?.type !== 'character') return []
      if (element.start > from || element.contentEnd < from) return []
      const { screenplay: near, at, first } = screenplay.excerpt({ from: index, to: index + 1 })
      const language = contentDOM.lang || undefined
      return capitalsOf(near, index - first, language).map(({ start, end, text }) => ({
        start: start + at,
        end: end + at,
        text,
      }))
    })
}

/**
 * Headings and cues are printed in capitals whatever is typed. They are stored so too as soon as the writer leaves
 * them, so that every export agrees with the page.
 */
export const capitalsWhenLeft: Extension = [
  typedLines,
  EditorView.updateListener.of(({ view, transactions, focusChanged }) => {
    if (transactions.length === 0 && !focusChanged) return
    if (view.composing || view.state.readOnly || leftLetters(view).length === 0) return
    // Other listeners may change the text too, and each has to see it as it is then.
    queueMicrotask(() => {
      const splices = view.composing ? [] : leftLetters(view)
      if (splices.length === 0) return
      view.dispatch({
        changes: changesOf(splices.toSorted((one, other) => one.start - other.start)),
        userEvent: 'input.type.compose',
        annotations: joined.of(true),
      })
    })
  }),
]

type Range = { from: number; to: number }

const MARKERS = /^(?:\*{1,3}|_)$/

/** Markers that a command has put around the cursor, for what is typed next. */
function madeBy(tr: Transaction): Range | null {
  if (!tr.isUserEvent('input.emphasis')) return null
  const { main } = tr.newSelection
  let made: Range | null = null
  tr.changes.iterChanges((_fromBefore, _toBefore, from, to, inserted) => {
    const half = inserted.length / 2
    const isAround = main.empty && main.head === from + half
    if (isAround && MARKERS.test(inserted.sliceString(0, half))) made = { from, to }
  })
  return made
}

/** Where the markers are after an edit; null if something was typed between them. */
function after({ from, to }: Range, { startState, changes, newDoc }: Transaction): Range | null {
  const range = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
  const isSame = startState.sliceDoc(from, to) === newDoc.sliceString(range.from, range.to)
  return isSame ? range : null
}

const emptyEmphasis = StateField.define<Range | null>({
  create: () => null,
  update: (before, tr) => madeBy(tr) ?? (before && after(before, tr)),
})

/** Empty markers would be printed, so they are removed when the cursor leaves them. */
const removeWhenLeft = EditorState.transactionFilter.of((tr) => {
  const before = tr.startState.field(emptyEmphasis)
  const range = before && after(before, tr)
  if (!range || !tr.selection) return tr
  const { from, to } = tr.selection.main
  if (from > range.from && to < range.to) return tr
  return [tr, { changes: { ...range, insert: '' }, sequential: true, userEvent: 'delete' }]
})

export const emptyEmphasisMarkers: Extension = [emptyEmphasis, removeWhenLeft]

const VARIATION = /^[\ufe00-\ufe0f]$/

/** The next place where the cursor may stand, also across the end of a line. */
function neighbour({ state }: EditorView, at: number, forward: boolean): number {
  const line = state.doc.lineAt(at)
  const isAtEdge = at === (forward ? line.to : line.from)
  if (isAtEdge) return Math.max(0, Math.min(state.doc.length, at + (forward ? 1 : -1)))
  // Backwards, an accent is deleted before its letter, but an emoji never loses half of itself.
  const step = (from: number) =>
    line.from + findClusterBreak(line.text, from - line.from, forward, forward)
  const next = step(at)
  return !forward && VARIATION.test(state.sliceDoc(next, at)) ? step(next) : next
}

/** Moves an offset out of an atomic range: text shown as one unit is deleted as one. */
function outsideAtoms(view: EditorView, at: number, forward: boolean): number {
  let place = at
  for (const atoms of view.state.facet(EditorView.atomicRanges)) {
    atoms(view).between(place, place, (from, to) => {
      if (from < place && to > place) place = forward ? to : from
    })
  }
  return place
}

function deletedBy(view: EditorView, range: SelectionRange, forward: boolean) {
  const towards = range.empty ? neighbour(view, range.head, forward) : range.head
  const from = outsideAtoms(view, Math.min(range.from, towards), false)
  const to = outsideAtoms(view, Math.max(range.to, towards), true)
  return { from, to }
}

/**
 * Deletes the selection, or the character on one side of the cursor. CodeMirror's own command deletes
 * indentation as source code has it, and brings its parsers along.
 */
const deletion =
  (forward: boolean): Command =>
  (view) => {
    const { state } = view
    if (state.readOnly) return false
    const isSelection = state.selection.ranges.some(({ empty }) => !empty)
    const edit = state.changeByRange((range) => {
      const { from, to } = deletedBy(view, range, forward)
      if (from === to) return { range }
      return {
        changes: { from, to },
        range: EditorSelection.cursor(from, from < range.head ? -1 : 1),
      }
    })
    if (edit.changes.empty) return false
    const direction = forward ? 'delete.forward' : 'delete.backward'
    view.dispatch(
      state.update(edit, {
        scrollIntoView: true,
        userEvent: isSelection ? 'delete.selection' : direction,
      }),
    )
    return true
  }

export const deleteCharBackward = deletion(false)
export const deleteCharForward = deletion(true)
