import { EditorView } from '@codemirror/view'
import { logError } from '../../../../lib/log.ts'

type Pasting = (copied: { html: string; text: string }) => string

/** Pastes what other programs copy as a screenplay's text. Its code is loaded with the first use. */
export function paste(load: () => Promise<Pasting>) {
  async function insert(view: EditorView, copied: { html: string; text: string }): Promise<void> {
    const read = await load().catch((error: unknown): Pasting => {
      logError('Could not load what reads pasted text; it is taken as it is.', error)
      return ({ text }) => text.replaceAll('\r\n', '\n')
    })
    view.dispatch(view.state.replaceSelection(read(copied)), {
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
  }
  return EditorView.domEventHandlers({
    paste(event, view) {
      const { clipboardData } = event
      if (!clipboardData || view.state.readOnly) return false
      const html = clipboardData.getData('text/html')
      const text = clipboardData.getData('text/plain')
      if (html === '' && text === '') return false
      event.preventDefault()
      void insert(view, { html, text })
      return true
    },
  })
}
