import type { Text } from '@codemirror/state'
import type { TextRange } from '../../../document/scope/scope.ts'

/** A note that is pinned to a part of the text. */
export type PageNote = TextRange & {
  id: string
  author: 'model' | 'writer' | 'reader'
  /** Who says what, in a line. */
  label: string
}

type ShownNotes = {
  /** The text that the ranges refer to. */
  doc: Text
  /** In the order of the text. */
  notes: readonly PageNote[]
  /** The note that the keys are about. */
  current: string | null
}

/** The notes on a script, wherever they are stored. */
export type PageNotes = {
  shown: () => ShownNotes
  subscribe: (listener: () => void) => () => void
  /** Where open notes are; the same list as long as nothing has changed. */
  openPlaces: () => readonly TextRange[]
  /** The cursor was put into a note. */
  onCursor: (id: string) => void
  /** A note was asked for on the page. */
  onOpen: (id: string) => void
  /** The writer wants to add a note to a part of the text. */
  onAdd: (range: TextRange) => void
}
