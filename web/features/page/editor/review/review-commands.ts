import type { EditorView } from '@codemirror/view'
import { isMac } from '../../../../lib/is-mac.ts'
import { messages } from '../../../../messages.ts'
import { decideCurrent, decideCurrentAnswer, goToChange } from './review-actions.ts'

const { commands } = messages.review

type ReviewCommand = {
  id: keyof typeof commands
  key: string
  run: (view: EditorView) => boolean
}

/** Alt with a key types a character on a Mac. */
const reviewShortcut = (key: string) => (isMac() ? `Ctrl-Alt-${key}` : `Alt-${key}`)

export const reviewCommands: readonly ReviewCommand[] = [
  { id: 'next', key: reviewShortcut('j'), run: (view) => goToChange(view, 1) },
  { id: 'previous', key: reviewShortcut('k'), run: (view) => goToChange(view, -1) },
  { id: 'keep', key: reviewShortcut('y'), run: (view) => decideCurrent(view, true) },
  { id: 'undo', key: reviewShortcut('n'), run: (view) => decideCurrent(view, false) },
  { id: 'keepAll', key: reviewShortcut('Shift-y'), run: (view) => decideCurrentAnswer(view, true) },
  {
    id: 'undoAll',
    key: reviewShortcut('Shift-n'),
    run: (view) => decideCurrentAnswer(view, false),
  },
]
