import { type Extension, Prec, StateEffect } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { logError } from '../../lib/log.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import { messages } from '../../messages.ts'
import { createEditor, metrics, metricsOf } from './editor/create-editor.ts'
import { cursorPlace, type CursorPlace } from './editor/cursor-place.ts'
import { keepPlace, keptPlace } from './editor/keep-place.ts'
import { layoutFeed, type OnFacts } from './editor/rows/layout-feed.ts'
import { pageMetrics } from './editor/rows/page-layout.ts'
import { pasting } from './editor/typing/pasting.ts'
import { typedWords } from './editor/typing/word-history.ts'
import { loadCompletion, loadPasting } from './later-parts.ts'
import { placeMemory } from './place-memory.ts'
import type { TextRange } from '../document/scope/scope.ts'
import { type SheetSize, useSheetSize } from './use-page-size.ts'
import './page.css'
import { pageCommands } from './editor/typing/page-commands.ts'
import {
  pressEnter,
  pressShiftTab,
  pressTab,
  typedText,
  typeParenthesis,
} from '../../../screenplay/editing.ts'
import { command, pendingType } from './editor/typing/edits.ts'
import { setFocuser } from '../../lib/focus.ts'

const words = messages.pageView

const parenthesis = command(typeParenthesis, 'input.type')

/** Adapts what is typed on a line that will be a cue or a heading, so that it is written as one. */
const typing = EditorView.inputHandler.of((view, from, to, text) => {
  if (view.composing || view.compositionStarted) return false
  if (text === '(' && parenthesis(view)) return true
  const pending = pendingType(view.state)
  const insert =
    pending && typedText(pending, text, view.state.sliceDoc(view.state.doc.lineAt(from).from, from))
  if (insert === undefined || insert === text) return false
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
})

/** Enter and Tab lead from element to element. */
const elementKeys: Extension = [
  Prec.high(
    keymap.of([
      { key: 'Enter', run: command(pressEnter, 'input') },
      { key: 'Tab', run: command(pressTab, 'input') },
      { key: 'Shift-Tab', run: command(pressShiftTab, 'input') },
    ]),
  ),
  typing,
]

/**
 * Tells what the writer selects, once per frame, and when nothing is selected any more. What a search selects
 * does not count.
 */
function selectedText(onSelected: (range: TextRange | null) => void) {
  let last: TextRange | null = null
  let isAsked = false
  const tell = (view: EditorView) => {
    isAsked = false
    const { from, to } = view.state.selection.main
    const range = from === to ? null : { start: from, end: to }
    if (range?.start === last?.start && range?.end === last?.end) return
    last = range
    onSelected(range)
  }
  return EditorView.updateListener.of(({ view, selectionSet, transactions, state }) => {
    if (!selectionSet || isAsked) return
    const isSelecting = transactions.some(
      (tr) => tr.isUserEvent('select') && !tr.isUserEvent('select.search'),
    )
    if (!isSelecting && !(last && state.selection.main.empty)) return
    isAsked = true
    requestAnimationFrame(() => tell(view))
  })
}

/** The keys of all commands, before those of the editor itself. */
const pageKeys: Extension = Prec.high(
  keymap.of(
    pageCommands.flatMap(({ key, run }) => (key ? [{ key, run, preventDefault: true }] : [])),
  ),
)

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
        pasting(loadPasting),
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
    // To where the writer was, which may not be where the cursor is.
    made.dispatch({ effects: keptPlace(made) })
    void addCompletion(made)
    // The browser puts the cursor at the beginning, and on a slow machine CodeMirror would follow it.
    setFocuser(made.contentDOM, () => made.focus())
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
