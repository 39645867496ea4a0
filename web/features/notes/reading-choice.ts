import type { ReadingScope } from '../../../contract/reading.ts'
import { nearestWords } from '../../../screenplay/changes.ts'
import type { TextRange } from '../document/scope/scope.ts'
import type { OwnReader } from './api/own-readers.ts'
import type { SceneName } from './use-listed-notes.ts'

/** What is chosen in the dialog that starts a reading. It outlives the dialog, which a rotated phone draws again. */
export type ReadingChoice = {
  reader: string
  what: 'whole' | 'scenes' | 'selection'
  /** The chosen scenes, from 1. */
  from: number
  to: number
  again: boolean
  /** The selection of the reading that this one goes on with; null for what prompts are about. */
  selection: ReadingScope | null
  /** The reader that is described, as far as it is typed; without an id it is a new one. */
  edited: OwnReader | null
}

export const NEW_READER: OwnReader = { id: '', name: '', text: '', isOwn: true }

const FIRST_READER = 'story-editor'

export const newChoice = (scenes: readonly SceneName[]): ReadingChoice => ({
  reader: FIRST_READER,
  what: 'whole',
  from: 1,
  to: Math.max(1, scenes.length),
  again: false,
  selection: null,
  edited: null,
})

/** The selection that was read, in the text as it is; null if it neither begins nor ends there any more. */
export function selectionIn({ from, to }: ReadingScope, text: string): TextRange | null {
  const length = to.at + to.words.length - from.at
  const first = nearestWords(text, from.words, from.at)
  const last = nearestWords(text, to.words, to.at)
  const end = last === undefined ? undefined : last + to.words.length
  const start = first ?? (end === undefined ? undefined : Math.max(0, end - length))
  if (start === undefined) return null
  const range = { start, end: Math.min(text.length, end ?? start + length) }
  return range.start < range.end ? range : null
}

type Continued = { reader: string; scope: ReadingScope | null }

/** What a reading is to go on with: the same reader, and the same part of the text as it is now. */
export function choiceOf(
  { reader, scope }: Continued,
  scenes: readonly SceneName[],
  text: string,
): ReadingChoice {
  const choice = { ...newChoice(scenes), reader }
  if (scope?.kind === 'selection')
    return selectionIn(scope, text) ? { ...choice, what: 'selection', selection: scope } : choice
  if (!scope || scenes.length < 2) return choice
  const sceneAt = (edge: ReadingScope['from']) => {
    const place = nearestWords(text, edge.words, edge.at) ?? edge.at
    return Math.max(1, scenes.filter(({ start }) => start <= place).length)
  }
  const from = sceneAt(scope.from)
  return { ...choice, what: 'scenes', from, to: Math.max(from, sceneAt(scope.to)) }
}
