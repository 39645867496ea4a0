import {
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineBoundaryLeft,
  cursorLineBoundaryRight,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  historyKeymap,
  insertNewline,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineBoundaryLeft,
  selectLineBoundaryRight,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
} from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { LANGUAGE_SAMPLE, languageOf } from '../../../../screenplay/model.ts'
import {
  capitalsWhenLeft,
  emptyEmphasisMarkers,
  deleteCharBackward,
  deleteCharForward,
} from './typing/typing-rules.ts'
import { knownHeights } from './rows/known-heights.ts'
import { lineLook } from './rows/line-look.ts'
import { pageMetrics, type PageMetrics } from './rows/page-layout.ts'
import { pageRows, settleRows } from './rows/page-rows.ts'
import { sheetEdges } from './rows/sheet-edges.ts'
import { pendingElement } from './typing/edits.ts'
import { messages } from '../../../messages.ts'
import { textOf } from '../../document/text/changes.ts'
import type { WorkingText } from '../../document/text/working-text.ts'
import { bodyStart, textBinding } from './text-binding.ts'
import { wordHistory } from './typing/word-history.ts'
import { keepPageMarks, numberNewScenes } from '../production/keep-numbers.ts'

/** The keys of any text field. CodeMirror's own list brings its parsers for programming languages along. */
const cursorKeys: readonly KeyBinding[] = [
  { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft },
  { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight },
  { key: 'Mod-ArrowLeft', mac: 'Alt-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft },
  { key: 'Mod-ArrowRight', mac: 'Alt-ArrowRight', run: cursorGroupRight, shift: selectGroupRight },
  { mac: 'Cmd-ArrowLeft', run: cursorLineBoundaryLeft, shift: selectLineBoundaryLeft },
  { mac: 'Cmd-ArrowRight', run: cursorLineBoundaryRight, shift: selectLineBoundaryRight },
  { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp },
  { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown },
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'Home', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward },
  { key: 'End', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Enter', run: insertNewline, shift: insertNewline },
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward },
  { key: 'Delete', run: deleteCharForward },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward },
  { mac: 'Mod-Backspace', run: deleteLineBoundaryBackward },
  { mac: 'Mod-Delete', run: deleteLineBoundaryForward },
].map((binding) => Object.assign(binding, { preventDefault: true }))

export const metrics = new Compartment()

export const metricsOf = (value: PageMetrics): Extension => [
  pageMetrics.of(value),
  value.flows ? EditorView.lineWrapping : [],
]

/** Pixels below the cursor while it moves. */
const ROOM_BELOW = 72

type EditorOptions = {
  parent: HTMLElement
  text: WorkingText
  metrics: PageMetrics
  label: string
  /** The id of the element that explains the keys. */
  describedBy: string
  extensions: Extension
  /** Where the cursor was last time. */
  cursor?: number | undefined
}

/** Detects the language again only when the beginning of the text, which decides it, has changed. */
function languageAttribute() {
  let seen = ''
  let attributes: { lang: string } | null = null
  return ({ state }: EditorView) => {
    const { screenplay } = state.field(pageRows)
    const end = (screenplay.titlePage.at(-1)?.end ?? 0) + LANGUAGE_SAMPLE
    const beginning = state.sliceDoc(0, Math.min(end, state.doc.length))
    if (beginning !== seen) {
      seen = beginning
      const lang = languageOf(screenplay)
      attributes = lang === undefined ? null : { lang }
    }
    return attributes
  }
}

export function createEditor(options: EditorOptions): EditorView {
  const { doc } = options.text
  const state = EditorState.create({
    doc,
    selection: { anchor: Math.min(options.cursor ?? bodyStart(textOf(doc)), doc.length) },
    extensions: [
      // Splits lines at \n only, so that offsets match those of the stored text.
      EditorState.lineSeparator.of('\n'),
      // Here and not with the completion, which is added later: the editor starts anew when its phrases change.
      EditorState.phrases.of({ Completions: messages.pageView.completion.label }),
      metrics.of(metricsOf(options.metrics)),
      // The line being written keeps off the edge, with room for what completes it.
      EditorView.scrollMargins.of(({ scrollDOM }) => ({
        bottom: Math.min(ROOM_BELOW, scrollDOM.clientHeight / 6),
      })),
      pageRows,
      sheetEdges,
      pendingElement,
      emptyEmphasisMarkers,
      lineLook,
      knownHeights,
      wordHistory(),
      capitalsWhenLeft,
      numberNewScenes,
      keepPageMarks,
      options.extensions,
      keymap.of([...historyKeymap, ...cursorKeys]),
      EditorView.contentAttributes.of({
        'aria-label': options.label,
        'aria-describedby': options.describedBy,
        // Explicit, so that accessibility checkers see that the scrolling area is reachable by keyboard.
        tabindex: '0',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      // Spell checking follows the script, not the app.
      EditorView.contentAttributes.of(languageAttribute()),
      EditorView.perLineTextDirection.of(true),
      EditorView.domEventHandlers({
        compositionend: (_event, view) => {
          setTimeout(() => view.dispatch({ effects: settleRows.of(null) }))
        },
      }),
      textBinding(options.text),
    ],
  })
  return new EditorView({ state, parent: options.parent })
}
