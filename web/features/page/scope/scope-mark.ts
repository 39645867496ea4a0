import { type Range, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { useEffect } from 'react'
import type { TextRange } from '../../document/scope/scope.ts'
import './scope-mark.css'

const setRange = StateEffect.define<TextRange | null>()

const markedRange = StateField.define<TextRange | null>({
  create: () => null,
  update(before, tr) {
    const asked = tr.effects.findLast((effect) => effect.is(setRange))
    if (asked) return asked.value
    if (!before || !tr.docChanged) return before
    const start = tr.changes.mapPos(before.start, 1)
    return { start, end: Math.max(start, tr.changes.mapPos(before.end, -1)) }
  },
})

const scopeLine = Decoration.line({ class: 'scope-line' })

/** Only lines that can be seen: a scope may be most of a long script. */
function marks({ state, visibleRanges }: EditorView): DecorationSet {
  const range = state.field(markedRange)
  const made: Range<Decoration>[] = []
  for (const { from, to } of range ? visibleRanges : []) {
    const end = Math.min(to, range?.end ?? 0)
    for (let at = Math.max(from, range?.start ?? 0); at < end; ) {
      const line = state.doc.lineAt(at)
      made.push(scopeLine.range(line.from))
      at = line.to + 1
    }
  }
  return Decoration.set(made)
}

const marking = ViewPlugin.define(
  (view) => ({
    decorations: marks(view),
    update({ view: now, docChanged, viewportChanged, startState, state, changes }: ViewUpdate) {
      const isOther = startState.field(markedRange, false) !== state.field(markedRange)
      if (!docChanged && !viewportChanged && !isOther) return
      // Changing decorations around an IME composition would interrupt it.
      this.decorations =
        now.composing && !viewportChanged ? this.decorations.map(changes) : marks(now)
    },
  }),
  { decorations: ({ decorations }) => decorations },
)

function markRange(view: EditorView, range: TextRange | null): void {
  if (view.state.field(markedRange, false) === undefined)
    view.dispatch({ effects: StateEffect.appendConfig.of([markedRange, marking]) })
  view.dispatch({ effects: setRange.of(range) })
}

type ScopeMarkProps = {
  view: EditorView
  scope: TextRange
  /** The length of the text that its offsets refer to. */
  textLength: number
}

/** A line in the margin beside the part of the script that prompts are about. */
export function ScopeMark({ view, scope: { start, end }, textLength }: ScopeMarkProps): null {
  useEffect(() => {
    // Typing moves the mark itself; the scope is updated after a pause, and the lengths match again.
    if (view.state.doc.length === textLength) markRange(view, { start, end })
  }, [view, start, end, textLength])
  useEffect(() => () => markRange(view, null), [view])
  return null
}
