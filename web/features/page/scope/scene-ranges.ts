import type { EditorState } from '@codemirror/state'
import { pageRows } from '../editor/rows/page-rows.ts'
import type { TextRange } from '../../document/scope/scope.ts'

/** Where the scenes begin, in the text as it is at this moment. */
const headingsOf = (state: EditorState): number[] =>
  state
    .field(pageRows)
    .screenplay.current.filter(({ type }) => type === 'scene-heading')
    .map(({ start }) => start)

/** From one scene to the end of another, by their places in the script. */
export function scenesRange(state: EditorState, from: number, to: number): TextRange | null {
  const headings = headingsOf(state)
  const start = headings[from]
  return start === undefined ? null : { start, end: headings[to + 1] ?? state.doc.length }
}

/** The scene with the cursor; null above the first. */
export function sceneAtCursor(state: EditorState): TextRange | null {
  const { head } = state.selection.main
  const index = headingsOf(state).findLastIndex((start) => start <= head)
  return index < 0 ? null : scenesRange(state, index, index)
}
