import type { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { Scene } from '../../../../screenplay/model.ts'
import type { ScriptFacts } from '../../documents/layout/script-facts.ts'
import { type ChosenScenes, chosenScenes } from './chosen-scenes.ts'
import { describeScope } from './describe-scope.ts'
import { pageHandle } from './page-handle.ts'
import type { TextRange } from '../../document/scope/scope.ts'
import type { PageScope } from './page-scope.ts'
import { scenesRange } from './scene-ranges.ts'

type Desk = {
  view: EditorView | null
  facts: ScriptFacts | null
  isInScene: boolean
  /** Undefined as long as nothing was selected here. */
  selected: TextRange | null | undefined
}

/** Connects the page with the scope of prompts: selected text, chosen scenes, the scene with the cursor. */
export function usePageScope(scope: PageScope, { view, facts, isInScene, selected }: Desk) {
  const { current, textLength, onDescribed, onPage, onCursor } = scope
  const describe = (range: TextRange | null) =>
    view && range && describeScope(range, view.state.doc.toString(), facts?.scenes ?? [])

  const laidOut = useRef<readonly Scene[]>([])
  useLayoutEffect(() => {
    laidOut.current = facts?.scenes ?? []
  }, [facts])
  useEffect(() => {
    if (!view) return undefined
    onPage(pageHandle(view, () => laidOut.current))
    return () => onPage(null)
  }, [view, onPage])
  useEffect(() => onCursor(isInScene), [isInScene, onCursor])

  const tellSelected = useEffectEvent((range: TextRange | null) => {
    const isEverything = range?.start === 0 && range.end === view?.state.doc.length
    scope.onSelected(isEverything ? null : describe(range))
  })
  useEffect(() => {
    if (selected !== undefined) tellSelected(selected)
  }, [selected])

  useEffect(() => {
    if (!view || !facts || !current) return
    const { doc } = view.state
    // Only if range, scenes and text are of the same state; if not, a later update runs this again.
    if (doc.length !== textLength || facts.scenes.at(-1)?.end !== textLength) return
    const next = describeScope(current, doc.toString(), facts.scenes)
    if (next && (next.label !== current.label || next.note !== current.note)) onDescribed(next)
  }, [view, facts, current, textLength, onDescribed])

  return {
    chosen: useMemo(() => chosenScenes(current, facts?.scenes ?? []), [current, facts]),
    onChoose: (chosen: ChosenScenes | null) =>
      scope.onChosen(view && chosen && describe(scenesRange(view.state, chosen.from, chosen.to))),
  }
}
