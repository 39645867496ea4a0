import type { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import type { WorkingText } from '../../../document/text/working-text.ts'
import type { StreamingAnswer } from './streaming-answer.ts'
import { StateEffect, type Text } from '@codemirror/state'
import { numberedScenes } from '../../../../../screenplay/answers.ts'
import { frameBetweenKeys } from '../../../../lib/timing/frame-between-keys.ts'
import { changesBetween, textOf } from '../../../document/text/changes.ts'
import { pageRows } from '../rows/page-rows.ts'
import {
  StreamingEdits,
  beginStreaming,
  streamingField,
  type NamedPlaces,
  setEdits,
  StreamingRows,
} from './streaming-field.ts'
import './streaming.css'

/** The places of the script that was sent, mapped to the current text. */
function placesIn(shown: Text, text: WorkingText, { doc, target }: StreamingAnswer): NamedPlaces {
  const script = doc ?? shown
  // During a composition the page lacks what arrives.
  const isSame = text.doc.eq(shown)
  const changes = isSame && doc ? text.changesSince(doc) : changesBetween(script, shown)
  const moved = ({ start, end }: { start: number; end: number }) => ({
    start: changes.mapPos(start, 1),
    end: Math.max(changes.mapPos(start, 1), changes.mapPos(end, -1)),
  })
  const scenes = numberedScenes(textOf(script)).map((scene) =>
    Object.assign(moved(scene), { id: scene.id }),
  )
  return { scenes, target: target && moved(target) }
}

/** Changes what is shown without moving the line that is being typed in. */
function dispatchSteadily(view: EditorView, effects: StateEffect<unknown>): void {
  const { head } = view.state.selection.main
  const before = view.hasFocus ? view.coordsAtPos(head)?.top : undefined
  view.dispatch({ effects })
  const after = before === undefined ? undefined : view.coordsAtPos(head)?.top
  if (before !== undefined && after !== undefined) view.scrollDOM.scrollTop += after - before
}

/** Shows an answer while it is written, until the returned function is called. */
function followAnswer(view: EditorView, working: WorkingText, answer: StreamingAnswer): () => void {
  const isNew = view.state.field(streamingField, false) === undefined
  if (isNew) view.dispatch({ effects: StateEffect.appendConfig.of(streamingField) })
  view.dispatch({ effects: beginStreaming.of(placesIn(view.state.doc, working, answer)) })
  const edits = new StreamingEdits()
  const rows: StreamingRows[] = []
  let cancel: (() => void) | undefined
  const show = () => {
    cancel = undefined
    // Changing decorations around an IME composition would interrupt it.
    if (view.composing) return
    const { titlePage } = view.state.field(pageRows).screenplay
    const shown = edits.of(answer.text.get()).map(({ place, text }, index) => {
      const own = (rows[index] ??= new StreamingRows())
      return { place, rows: own.of(text, titlePage) }
    })
    dispatchSteadily(view, setEdits.of(shown))
  }
  const soon = () => {
    cancel ??= frameBetweenKeys(show)
  }
  const unsubscribe = answer.text.subscribe(soon)
  soon()
  return () => {
    unsubscribe()
    cancel?.()
    dispatchSteadily(view, setEdits.of([]))
  }
}

type StreamingPartProps = { view: EditorView; text: WorkingText; answer: StreamingAnswer }

/** An answer on the page while it is written. */
export function StreamingPart({ view, text, answer }: StreamingPartProps): null {
  useEffect(() => followAnswer(view, text, answer), [view, text, answer])
  return null
}
