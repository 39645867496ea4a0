import { type EditorState, type Extension, StateField, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
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
  isAny(tr, ['input.paste', 'input.drop', 'input.replace', 'move', 'review'])

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
