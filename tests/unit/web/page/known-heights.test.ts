// @vitest-environment happy-dom
import { EditorState, type Range } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { knownHeights } from '../../../../web/features/page/editor/rows/known-heights.ts'
import { EmptyRows } from '../../../../web/features/page/editor/rows/widgets.ts'

const LINES = 1_000
const LINE = 'Rain.\n'
const ROW = 16

type Heights = {
  left?: Heights
  right?: Heights
  updateHeight: (...parameters: unknown[]) => Heights
}

function leavesOf(node: Heights): Heights[] {
  return node.left && node.right ? [...leavesOf(node.left), ...leavesOf(node.right)] : [node]
}

const heightMap = (view: EditorView): Heights =>
  (view as unknown as { viewState: { heightMap: Heights } }).viewState.heightMap

function open(): EditorView {
  const above: Range<Decoration>[] = Array.from({ length: LINES }, (_, line) =>
    Decoration.widget({ widget: new EmptyRows(1, ROW), side: -1, block: true }).range(
      line * LINE.length,
    ),
  )
  return new EditorView({
    state: EditorState.create({
      doc: LINE.repeat(LINES),
      extensions: [EditorView.decorations.of(Decoration.set(above)), knownHeights],
    }),
  })
}

test('a key visits the heights around it, not those of every line', () => {
  const view = open()
  const leaves = leavesOf(heightMap(view))
  expect(leaves.length).toBeGreaterThan(LINES)
  let visits = 0
  for (const leaf of leaves) {
    const { updateHeight } = leaf
    leaf.updateHeight = function visit(...parameters) {
      visits += 1
      return updateHeight.apply(this, parameters)
    }
  }
  const before = view.contentHeight
  view.dispatch({ changes: { from: 3, insert: '\n' } })
  expect(visits).toBeLessThan(50)
  expect(view.contentHeight).toBeGreaterThan(before)
  view.destroy()
})
