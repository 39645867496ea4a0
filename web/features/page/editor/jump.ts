import { EditorView } from '@codemirror/view'

/** Puts the cursor at an offset and scrolls it to the top. */
export function jump(view: EditorView, offset: number): void {
  const at = Math.min(offset, view.state.doc.length)
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 48 }),
    userEvent: 'select',
  })
  view.focus()
}
