import { StateEffect } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { logError } from '../../lib/log.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import { messages } from '../../messages.ts'
import { createEditor, metrics, metricsOf } from './editor/create-editor.ts'
import { type CursorPlace, cursorPlace } from './editor/cursor-place.ts'
import { elementKeys } from './editor/typing/element-keys.ts'
import { keepPlace, keptPlace } from './editor/keep-place.ts'
import { layoutFeed, type OnFacts } from './editor/rows/layout-feed.ts'
import { pageMetrics } from './editor/rows/page-layout.ts'
import { pageKeys } from './editor/typing/page-keys.ts'
import { typedWords } from './editor/typing/typed-words.ts'
import { paste } from './editor/typing/paste.ts'
import { loadCompletion, loadPasting } from './later-parts.ts'
import { placeMemory } from './place-memory.ts'
import type { TextRange } from '../document/scope/scope.ts'
import { selectedText } from './scope/selected-text.ts'
import { type SheetSize, useSheetSize } from './use-sheet-size.ts'
import './page.css'

const words = messages.desk

export type PageEvents = {
  onFacts: OnFacts
  onPlace: (place: CursorPlace) => void
  onSelected: (range: TextRange | null) => void
  /** How many words more the writer has typed, or fewer. */
  onTyped: (words: number) => void
}

type ScriptPageProps = {
  workId: string
  text: WorkingText
  zoom: number | 'fit'
  /** Everything but the paragraph being written is dimmed. */
  isFocused: boolean
  /** As given to `onView`. */
  view: EditorView | null
  onView: (view: EditorView | null) => void
  /** Whether the text flows with the screen instead of with the sheet. */
  onFlows: (flows: boolean) => void
  events: PageEvents
}

/** Scrolls to where the writer was, which may not be where the cursor is. */
function showAt(view: EditorView, top: number): void {
  const offset = Math.min(top, view.state.doc.length)
  view.dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'start' }) })
}

/** Adds completion once it is loaded: writing does not wait for it. */
async function addCompletion(view: EditorView): Promise<void> {
  try {
    view.dispatch({ effects: StateEffect.appendConfig.of(await loadCompletion()) })
  } catch (error) {
    logError('Nothing is offered while typing:', error)
  }
}

function styleOf({ rowHeight, margin, right, flows }: SheetSize): Record<`--${string}`, string> {
  if (flows) return { '--row': `${rowHeight}px` }
  return {
    '--row': `${rowHeight}px`,
    '--margin-cells': String(margin),
    '--most-right-cells': String(right),
  }
}

/** The editable script on its pages. Another text needs a new instance: give it a `key`. */
export function ScriptPage(props: ScriptPageProps) {
  const { workId, text, zoom, isFocused, view, onView, onFlows, events } = props
  const [host, setHost] = useState<HTMLElement | null>(null)
  const hintId = useId()
  const size = useSheetSize(host, zoom)
  const { rowHeight, flows = false } = size ?? {}
  const isMeasured = size !== undefined

  const create = useEffectEvent((parent: HTMLElement): EditorView => {
    const last = placeMemory.read(workId)
    const made = createEditor({
      parent,
      text,
      label: words.page,
      describedBy: hintId,
      metrics: { rowHeight: rowHeight ?? 0, flows },
      cursor: last?.cursor,
      extensions: [
        paste(loadPasting),
        pageKeys,
        elementKeys,
        layoutFeed(events.onFacts),
        cursorPlace(events.onPlace),
        selectedText(events.onSelected),
        typedWords(events.onTyped),
        keepPlace(workId, last),
        placeholder(words.placeholder),
      ],
    })
    if (last && last.top > 0) showAt(made, last.top)
    void addCompletion(made)
    return made
  })
  useEffect(() => {
    if (!host || !isMeasured) return undefined
    const made = create(host)
    onView(made)
    return () => {
      onView(null)
      made.destroy()
    }
  }, [host, isMeasured, onView])
  useEffect(() => {
    if (rowHeight === undefined || !view) return
    const shown = view.state.facet(pageMetrics)
    if (shown.rowHeight === rowHeight && shown.flows === flows) return
    const resized = metrics.reconfigure(metricsOf({ rowHeight, flows }))
    view.dispatch({ effects: [resized, ...keptPlace(view)] })
  }, [view, rowHeight, flows])
  useEffect(() => onFlows(flows), [onFlows, flows])
  return (
    <div
      ref={setHost}
      className="script-page flex-1"
      data-flows={flows || undefined}
      data-focused={isFocused || undefined}
      style={size && styleOf(size)}
    >
      <span id={hintId} className="sr-only">
        {words.leaveHint}
      </span>
    </div>
  )
}
