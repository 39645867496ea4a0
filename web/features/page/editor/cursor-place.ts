import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { elementAt } from '../../../../screenplay/element-flow.ts'
import { elementIndexAt } from '../../../../screenplay/live-screenplay.ts'
import { pageRows } from './rows/page-rows.ts'
import { pendingType } from './typing/pending-element.ts'

/** Where the cursor is. */
export type CursorPlace = {
  element: ReturnType<typeof elementAt>
  /** The number that is printed on the page. */
  page: string
  /** The index of the scene; -1 above the first. */
  scene: number
}

/** The element at an offset. Parses only the text around it, except on an empty line. */
export function elementIn(state: EditorState, offset: number): CursorPlace['element'] {
  const { screenplay } = state.field(pageRows)
  const pending = pendingType(state)
  const index = elementIndexAt(screenplay.current, offset)
  const element = screenplay.current[index]
  if (!element || element.start > offset) return elementAt(screenplay, offset, pending)
  const { screenplay: near, at } = screenplay.excerpt({ from: index, to: index + 1 })
  return elementAt({ ...near, titlePage: at === 0 ? near.titlePage : [] }, offset - at, pending)
}

function placeOf(state: EditorState): CursorPlace {
  const { screenplay, layout } = state.field(pageRows)
  const { head } = state.selection.main
  const before = layout.breaks.findLast(({ at }) => at <= head)
  let scene = -1
  for (const { type, start } of screenplay.current) {
    if (start > head) break
    if (type === 'scene-heading') scene += 1
  }
  return {
    element: elementIn(state, head),
    page: before?.label ?? '1',
    scene,
  }
}

const isSame = (one: CursorPlace, other: CursorPlace) =>
  one.element === other.element && one.page === other.page && one.scene === other.scene

/** Tells where the cursor is, once per frame and only if that changed. */
export function cursorPlace(onPlace: (place: CursorPlace) => void) {
  let last: CursorPlace | undefined
  let isAsked = false
  const tell = (view: EditorView) => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      const place = placeOf(view.state)
      if (last && isSame(last, place)) return
      last = place
      onPlace(place)
    })
  }
  return EditorView.updateListener.of(({ view, docChanged, selectionSet, startState, state }) => {
    const isLaidOut = startState.field(pageRows).layout !== state.field(pageRows).layout
    if (docChanged || selectionSet || isLaidOut || !last) tell(view)
  })
}
