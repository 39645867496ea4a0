import { type Extension, MapMode } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { logError } from '../../../../lib/log.ts'

type Copied = { html: string; text: string }
type Pasting = (copied: Copied) => string

/** Where something was pasted whose text is not known yet. */
type Place = { from: number; to: number }

const asItIs: Pasting = ({ text }) => text.replaceAll('\r\n', '\n')

/**
 * Pastes what other programs copy as a screenplay's text. Its code is loaded with the first use; what is typed until then
 * stands behind the pasted text, as on every later use.
 */
export function pasting(load: () => Promise<Pasting>): Extension {
  let read: Pasting | undefined
  const waiting = new Set<Place>()

  function insert(view: EditorView, { from, to }: Place, pasted: string): void {
    const { main } = view.state.selection
    const changes = view.state.changes({ from, to, insert: view.state.toText(pasted) })
    // Whoever has gone on elsewhere stays there.
    const isThere = main.from === from && main.to === to
    const selection = isThere
      ? { anchor: changes.mapPos(to, 1) }
      : view.state.selection.map(changes, 1)
    view.dispatch({ changes, selection, userEvent: 'input.paste', scrollIntoView: true })
  }

  async function insertLater(view: EditorView, place: Place, copied: Copied): Promise<void> {
    waiting.add(place)
    try {
      read = await load()
    } catch (error) {
      logError('Could not load what reads pasted text; it is taken as it is.', error)
    }
    waiting.delete(place)
    insert(view, place, (read ?? asItIs)(copied))
  }

  return [
    EditorView.updateListener.of(({ changes, transactions }) => {
      // What was pasted before stands before, what is typed stands behind.
      const side = transactions.some((tr) => tr.isUserEvent('input.paste')) ? 1 : -1
      for (const place of waiting) {
        const from = changes.mapPos(place.from, side)
        const isEmpty = place.to === place.from
        const to = isEmpty ? null : changes.mapPos(place.to, -1, MapMode.TrackBefore)
        Object.assign(place, { from, to: Math.max(from, to ?? from) })
      }
    }),
    EditorView.domEventHandlers({
      paste(event, view) {
        const { clipboardData } = event
        if (!clipboardData || view.state.readOnly) return false
        const copied = {
          html: clipboardData.getData('text/html'),
          text: clipboardData.getData('text/plain'),
        }
        if (copied.html === '' && copied.text === '') return false
        event.preventDefault()
        const { from, to } = view.state.selection.main
        if (read) insert(view, { from, to }, read(copied))
        else void insertLater(view, { from, to }, copied)
        return true
      },
    }),
  ]
}
