import type { EditorView } from '@codemirror/view'
import { moveScene } from '../../../../../screenplay/editing.ts'
import { editSpec, screenplayOf } from './edits.ts'

/** Moves a scene to another place in the list of scenes. */
export function moveSceneTo(view: EditorView, from: number, to: number): boolean {
  const edit = moveScene(screenplayOf(view.state), from, to)
  if (edit) view.dispatch(editSpec(edit, 'move.scene'))
  return edit !== null
}

/** Moves the scene that the cursor is in. */
export function moveCurrentScene(view: EditorView, by: 1 | -1): boolean {
  const { head } = view.state.selection.main
  const headings = screenplayOf(view.state).elements.filter(({ type }) => type === 'scene-heading')
  const scene = headings.findLastIndex(({ start }) => start <= head)
  // The key does nothing else, even where there is nothing to move.
  if (scene >= 0) moveSceneTo(view, scene, scene + by)
  return true
}
