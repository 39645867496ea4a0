import { type EditorState, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import type { PageNote } from './page-notes.ts'

type Marked = {
  notes: readonly PageNote[]
  current: string | null
}

/** Sets the notes to mark, with offsets into the current text. */
export const showNotes = StateEffect.define<Marked>()

const markOf = (note: PageNote, isCurrent: boolean): Decoration =>
  Decoration.mark({
    tagName: 'mark',
    class: `note-text note-${note.author}${isCurrent ? ' note-current' : ''}`,
    attributes: { 'data-note': note.id },
    note,
  })

type NoteState = Marked & { marks: RangeSet<Decoration> }

const NONE: NoteState = { notes: [], current: null, marks: RangeSet.empty }

/** What is marked. While typing the marks move with the text; the notes as such are set again after a pause. */
export const noteField = StateField.define<NoteState>({
  create: () => NONE,
  update(before, tr) {
    const asked = tr.effects.findLast((effect) => effect.is(showNotes))
    if (!asked)
      return tr.docChanged && before.marks.size > 0
        ? { ...before, marks: before.marks.map(tr.changes) }
        : before
    const { notes, current } = asked.value
    const { length } = tr.state.doc
    const made: Range<Decoration>[] = notes.flatMap((note) =>
      note.start < note.end && note.end <= length
        ? [markOf(note, note.id === current).range(note.start, note.end)]
        : [],
    )
    return { notes, current, marks: RangeSet.of(made, true) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
})

export type FoundNote = { note: PageNote; from: number; to: number }

/** The notes on a part of the text, where they are now. */
export function notesBetween(state: EditorState, from: number, to: number): FoundNote[] {
  const found: FoundNote[] = []
  state.field(noteField, false)?.marks.between(from, to, (start, end, { spec }) => {
    found.push({ note: (spec as { note: PageNote }).note, from: start, to: end })
  })
  return found
}
