import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { completionsAt } from '../../../../../screenplay/editing.ts'
import { messages } from '../../../../messages.ts'
import { elementIn } from '../cursor-place.ts'
import { screenplayOf, pendingElement, pendingType } from './edits.ts'

const words = messages.pageView.completion

const COMPLETED = new Set<ReturnType<typeof elementIn>>([
  'scene-heading',
  'character',
  'transition',
])

/** Whether completions are possible: avoids reading the script with every key in action and dialogue. */
function mayOffer(state: EditorState, pos: number): boolean {
  const { text, from } = state.doc.lineAt(pos)
  const typed = text.slice(0, pos - from)
  const element = elementIn(state, pos)
  // Action in capitals may become another element, such as a heading.
  return COMPLETED.has(element) || (element === 'action' && typed === typed.toUpperCase())
}

/** No completion source in action and dialogue, so that keys there start no query. */
const sources = EditorState.languageData.of((state, pos) =>
  mayOffer(state, pos) && completionsAt(screenplayOf(state), pos, pendingType(state))
    ? [{ autocomplete: source }]
    : [],
)

function source({ state, pos }: CompletionContext): CompletionResult | null {
  const found = completionsAt(screenplayOf(state), pos, pendingType(state))
  if (!found || found.options.length === 0) return null
  return {
    from: found.from,
    to: found.to,
    // The options are already sorted and match what is typed.
    filter: false,
    options: found.options.map(({ text }) => ({ label: text })),
  }
}

const isOpen = (view: EditorView) => completionStatus(view.state) === 'active'

/** Tab accepts the first completion if none is selected. */
function takeFirst(view: EditorView): boolean {
  if (!isOpen(view)) return false
  if (!selectedCompletion(view.state)) moveCompletionSelection(true)(view)
  return acceptCompletion(view)
}

/** Enter accepts a completion only if the writer selected it: otherwise it ends the line. */
function takeChosen(view: EditorView): boolean {
  if (!isOpen(view)) return false
  if (selectedCompletion(view.state)) return acceptCompletion(view)
  closeCompletion(view)
  return false
}

/** Whether the cursor is on an empty line that is to be a cue. */
const isEmptyCue = (state: EditorState): boolean =>
  pendingType(state) === 'character' &&
  state.doc.lineAt(state.selection.main.head).text.trim() === ''

/** A new cue offers who may speak, before anything is typed. */
const offerSpeakers = EditorView.updateListener.of(({ view, startState, state }) => {
  if (startState.field(pendingElement) === state.field(pendingElement)) return
  if (isEmptyCue(state) && !isEmptyCue(startState)) startCompletion(view)
})

/** The keys that take an option, shown in the one that they would take: see page.css. */
function keysElement(): HTMLElement {
  const keys = document.createElement('span')
  keys.className = 'page-completion-keys'
  keys.ariaHidden = 'true'
  for (const name of ['tab', 'enter'] as const) {
    const key = document.createElement('kbd')
    key.dataset['key'] = name
    key.textContent = words.keys[name]
    keys.append(key)
  }
  return keys
}

/** Offers scene intros, locations, times, names, extensions and transitions. */
export const completion: Extension = [
  sources,
  offerSpeakers,
  autocompletion({
    defaultKeymap: false,
    selectOnOpen: false,
    icons: false,
    activateOnTypingDelay: 60,
    interactionDelay: 0,
    // Behind the label, which is at 50.
    addToOptions: [{ render: keysElement, position: 80 }],
  }),
  Prec.highest(
    keymap.of([
      { key: 'ArrowDown', run: (view) => isOpen(view) && moveCompletionSelection(true)(view) },
      { key: 'ArrowUp', run: (view) => isOpen(view) && moveCompletionSelection(false)(view) },
      { key: 'Tab', run: takeFirst },
      { key: 'Enter', run: takeChosen },
      { key: 'Escape', run: closeCompletion },
    ]),
  ),
]
