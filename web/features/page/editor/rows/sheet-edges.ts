import { EditorView } from '@codemirror/view'
import { CELL, type PageStyle, pageStyleOf, sheetOf } from '../../../../../screenplay/layout.ts'
import { pageRows } from './page-rows.ts'

/** The left margin and the text of page.css, in cells. */
const TEXT_END = 15 + 61

/** Cells from the end of the text to the edge of the paper. */
export function rightCells({ setup }: PageStyle): number {
  const { width } = sheetOf(setup, 'letter')
  return Math.max(1, Math.round((width / CELL) * 10) / 10 - TEXT_END)
}

const attributes = new WeakMap<PageStyle, { style: string }>()

/** The sheet is as wide as the script's paper. */
export const sheetEdges = EditorView.editorAttributes.of(({ state }) => {
  const style = pageStyleOf(state.field(pageRows).screenplay)
  const known = attributes.get(style) ?? { style: `--paper-right: ${rightCells(style).toFixed(1)}` }
  attributes.set(style, known)
  return known
})
