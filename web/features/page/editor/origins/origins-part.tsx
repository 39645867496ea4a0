import { Compartment, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import { changesBetween } from '../../../document/text/changes.ts'
import type { WorkingText } from '../../../document/text/working-text.ts'
import { originMarks } from './origin-marks.ts'
import { showOrigins } from './origin-ranges.ts'
import type { PageOrigins } from './page-origins.ts'

const compartment = new Compartment()

/** Adds the marks to a page until the returned function is called. */
function addMarks(view: EditorView): () => void {
  const isKnown = compartment.get(view.state) !== undefined
  view.dispatch({
    effects: isKnown
      ? compartment.reconfigure(originMarks)
      : StateEffect.appendConfig.of(compartment.of(originMarks)),
  })
  return () => view.dispatch({ effects: compartment.reconfigure([]) })
}

type OriginsPartProps = { view: EditorView; text: WorkingText; origins: PageOrigins }

/** Marks in the margin that say where each line came from. */
export function OriginsPart({ view, text, origins }: OriginsPartProps): null {
  useEffect(() => addMarks(view), [view])
  useEffect(() => {
    const since = text.changesSince(origins.doc)
    const { doc } = view.state
    // During a composition the page lacks what arrives.
    const changes = text.doc.eq(doc) ? since : changesBetween(origins.doc, doc)
    view.dispatch({ effects: showOrigins.of({ ...origins, changes }) })
  }, [view, text, origins])
  return null
}
