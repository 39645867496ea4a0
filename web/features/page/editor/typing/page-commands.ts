import { redo, undo } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import {
  changeElement,
  toggleDualDialogue,
  toggleEmphasis,
  toggleNote,
} from '../../../../../screenplay/editing.ts'
import { messages } from '../../../../messages.ts'
import { elementChoices } from '../../tools/element-bar.tsx'
import { command } from './edits.ts'
import { moveCurrentScene } from './scene-moves.ts'

const { commands, elements, groups } = messages.pageView

/** Something that can be done to the text: by its key, from a menu, from the list of commands. */
export type PageCommand = {
  id: string
  label: string
  group: string
  key?: string | undefined
  run: (view: EditorView) => boolean
  /** Whether the command makes sense for the current text; if missing, it always does. */
  isAvailable?: (view: EditorView) => boolean
}

function addPageBreak(view: EditorView): boolean {
  const { state } = view
  const line = state.doc.lineAt(state.selection.main.head)
  const isEmpty = line.text.trim() === ''
  const insert = isEmpty ? '===\n\n' : '\n\n===\n\n'
  const at = isEmpty ? line.from : line.to
  view.dispatch({
    changes: { from: at, insert },
    selection: { anchor: at + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
  return true
}

export const pageCommands: readonly PageCommand[] = [
  { id: 'undo', label: commands.undo, group: groups.text, key: 'Mod-z', run: undo },
  { id: 'redo', label: commands.redo, group: groups.text, key: 'Mod-Shift-z', run: redo },
  ...(['bold', 'italic', 'underline'] as const).map((style) => ({
    id: style,
    label: commands[style],
    group: groups.text,
    key: `Mod-${style.charAt(0)}`,
    run: command(
      (screenplay, selection) => toggleEmphasis(screenplay, selection, style),
      'input.emphasis',
    ),
  })),
  {
    id: 'note',
    label: commands.note,
    group: groups.text,
    key: 'Mod-Alt-n',
    run: command(toggleNote, 'input'),
  },
  ...elementChoices.map(
    ({ type, key }): PageCommand => ({
      id: type,
      label: elements[type],
      group: groups.elements,
      key,
      run: command((screenplay, selection) => changeElement(screenplay, selection, type), 'input'),
    }),
  ),
  {
    id: 'dual',
    label: commands.dual,
    group: groups.elements,
    key: 'Mod-Alt-d',
    run: command(toggleDualDialogue, 'input'),
  },
  {
    id: 'page-break',
    label: commands.pageBreak,
    group: groups.elements,
    key: 'Mod-Enter',
    run: addPageBreak,
  },
  {
    id: 'scene-up',
    label: commands.sceneUp,
    group: groups.script,
    key: 'Alt-ArrowUp',
    run: (view) => moveCurrentScene(view, -1),
  },
  {
    id: 'scene-down',
    label: commands.sceneDown,
    group: groups.script,
    key: 'Alt-ArrowDown',
    run: (view) => moveCurrentScene(view, 1),
  },
]
