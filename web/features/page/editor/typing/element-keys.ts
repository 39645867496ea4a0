import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import {
  pressEnter,
  pressShiftTab,
  pressTab,
  typedText,
  typeParenthesis,
} from '../../../../../screenplay/editing.ts'
import { command } from './edits.ts'
import { pendingType } from './pending-element.ts'

const parenthesis = command(typeParenthesis, 'input.type')

/** Adapts what is typed on a line that will be a cue or a heading, so that it is written as one. */
const typing = EditorView.inputHandler.of((view, from, to, text) => {
  if (view.composing || view.compositionStarted) return false
  if (text === '(' && parenthesis(view)) return true
  const pending = pendingType(view.state)
  const insert =
    pending && typedText(pending, text, view.state.sliceDoc(view.state.doc.lineAt(from).from, from))
  if (insert === undefined || insert === text) return false
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
})

/** Enter and Tab lead from element to element. */
export const elementKeys: Extension = [
  Prec.high(
    keymap.of([
      { key: 'Enter', run: command(pressEnter, 'input') },
      { key: 'Tab', run: command(pressTab, 'input') },
      { key: 'Shift-Tab', run: command(pressShiftTab, 'input') },
    ]),
  ),
  typing,
]
