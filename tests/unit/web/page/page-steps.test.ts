import { history, redo, undo } from '@codemirror/commands'
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state'
import { array, constant, constantFrom, nat, oneof, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import {
  changeElement,
  pressEnter,
  pressShiftTab,
  pressTab,
  typeParenthesis,
  toggleDualDialogue,
  toggleEmphasis,
  moveScene,
} from '../../../../screenplay/editing.ts'
import { markupOf } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import {
  editSpec,
  pendingElement,
  pendingType,
} from '../../../../web/features/page/editor/typing/edits.ts'
import { layoutArrived } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { splicesOf } from '../../../../web/features/document/text/changes.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { inMultiCamera } from '../../screenplay/generators/any-page-setup.ts'
import { displayedRows, layoutOf, marks, printedRows } from './displayed-rows.ts'
import { forAny } from '../../../support/any-input.ts'

const keys = { pressEnter, pressTab, pressShiftTab, typeParenthesis, toggleDualDialogue }

const pasted =
  'INT. HALL - DAY\n\nEmpty.\n\nANA\n(low)\nNo.\n\nBEN ^\nYes, and a great deal more than that.\n'

const step = oneof(
  record({
    do: constant('type' as const),
    text: constantFrom(
      ...[
        'a|INT. | |.|*|**|_|(|日本|\n|\n\n\n|^|~|> |RUI\n|/*|*/|===\n|= synopsis\n|# act\n',
        'A sentence that goes on until it wraps. ',
      ].flatMap((words) => words.split('|')),
    ),
  }),
  record({
    do: constant('paste' as const),
    text: constantFrom(pasted, '\n\n', '/* cut */', '[[note]]'),
  }),
  record({ do: constant('delete' as const), length: nat(60) }),
  record({ do: constant('go' as const), to: nat() }),
  record({ do: constant('key' as const), key: constantFrom(...Object.values(keys)) }),
  record({ do: constant('bold' as const), length: nat(30) }),
  record({
    do: constant('element' as const),
    type: constantFrom('action' as const, 'character' as const, 'scene-heading' as const),
  }),
  record({ do: constant('move' as const), scenes: tuple(nat(12), nat(12)) }),
  record({ do: constantFrom('undo' as const, 'redo' as const, 'layout' as const) }),
)

type Step = typeof step extends { generate: (...args: never[]) => { value: infer Value } }
  ? Value
  : never

const opened = (doc: string) =>
  EditorState.create({
    doc,
    extensions: [EditorState.lineSeparator.of('\n'), history(), pageRows, pendingElement],
  })

/** One step; null if it does nothing here. */
function take(state: EditorState, now: Step): Transaction | null {
  const { head } = state.selection.main
  const { screenplay } = state.field(pageRows)
  const run = (command: StateCommand): Transaction | null => {
    let made: Transaction | null = null
    command({ state, dispatch: (tr) => (made = tr) })
    return made
  }
  const selection = (length: number) => ({ anchor: Math.max(0, head - length), head })
  switch (now.do) {
    case 'type':
      return state.update(state.replaceSelection(now.text), { userEvent: 'input.type' })
    case 'paste':
      return state.update(state.replaceSelection(now.text), { userEvent: 'input.paste' })
    case 'delete':
      return state.update({ changes: { from: Math.max(0, head - now.length), to: head } })
    case 'go':
      return state.update({ selection: { anchor: now.to % (state.doc.length + 1) } })
    case 'key': {
      const edit = now.key(screenplay, { anchor: head, head }, pendingType(state))
      return edit && state.update(editSpec(edit, 'input'))
    }
    case 'bold': {
      const edit = toggleEmphasis(screenplay, selection(now.length), 'bold')
      return edit && state.update(editSpec(edit, 'input'))
    }
    case 'element': {
      const edit = changeElement(screenplay, { anchor: head, head }, now.type)
      return edit && state.update(editSpec(edit, 'input'))
    }
    case 'move': {
      const edit = moveScene(screenplay, ...now.scenes)
      return edit && state.update(editSpec(edit, 'move.scene'))
    }
    case 'undo':
      return run(undo)
    case 'redo':
      return run(redo)
    case 'layout':
      return state.update({ effects: layoutArrived.of(layoutOf(state.doc.toString())) })
    default:
      return now satisfies never
  }
}

test(
  'after typing, pasting, moving, undo and redo in any order text, parse and rows are those of the text as if it had just been opened',
  forAny(
    'page-steps',
    constantFrom(...sampleScripts.flatMap(([, text]) => [text, inMultiCamera(text)])),
    array(step, { minLength: 20, maxLength: 40 }),
    (text, steps) => {
      let model = text
      let state = opened(text)
      for (const now of steps) {
        const tr = take(state, now)
        if (!tr) continue
        model = applySplices(model, splicesOf(tr.changes))
        state = tr.state
        const { source, titlePage, elements } = state.field(pageRows).screenplay
        expect(state.doc.toString()).toBe(model)
        expect({ source, titlePage, elements }).toEqual(parse(model))
      }
      const { screenplay } = state.field(pageRows)
      for (const index of screenplay.elements.keys())
        for (const { start, end } of markupOf(screenplay, index).hidden)
          expect(start).toBeLessThan(end)
      const shown = (before: EditorState) => {
        const left = before.update({ selection: { anchor: model.length } }).state
        return left.update({ effects: layoutArrived.of(layoutOf(model)) }).state
      }
      expect(displayedRows(shown(state))).toEqual(printedRows(model))
      expect(marks(shown(state))).toBe(marks(shown(opened(model))))
    },
  ),
)
