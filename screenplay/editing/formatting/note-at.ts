import type { Edit, Selection } from '../../edit.ts'
import type { Screenplay } from '../../elements.ts'
import type { Splice } from '../../splices.ts'
import { editTo } from '../apply-edit.ts'
import { isBlank, linesBetween } from '../lines.ts'
import { moveOffset } from '../move-offset.ts'

type Range = { start: number; end: number }

const notePattern = /\[\[(?:(?!\[\[).)*?\]\]/gs

/** The notes that the selection touches; a note lies within one element or title page entry. */
function notesIn({ source, elements, titlePage }: Screenplay, from: number, to: number): Range[] {
  const notes: Range[] = []
  for (const { start, end } of [...titlePage, ...elements]) {
    if (end < from || start > to) continue
    for (const { index, 0: text } of source.slice(start, end).matchAll(notePattern)) {
      const note = { start: start + index, end: start + index + text.length }
      if (note.start < to && note.end > from) notes.push(note)
      else if (from === to && note.start <= from && note.end >= to) notes.push(note)
    }
  }
  return notes
}

/**
 * Turns the selected text into notes, one per paragraph; without a selection, inserts an empty note to type
 * in. If the selection touches notes, they become text instead.
 */
export function toggleNote(screenplay: Screenplay, { anchor, head }: Selection): Edit | null {
  const { source } = screenplay
  const from = Math.min(anchor, head)
  const to = Math.max(anchor, head)
  const notes = notesIn(screenplay, from, to)
  if (notes.length > 0) {
    const splices = notes.flatMap(({ start, end }): Splice[] => [
      { start, end: start + 2, text: '' },
      { start: end - 2, end, text: '' },
    ])
    return moved(splices, { anchor, head }, to)
  }
  if (from === to) return editTo([{ start: to, end: to, text: '[[]]' }], to + 2)
  if (/\[\[|\]\]|\/\*|\*\//.test(source.slice(from, to))) return null
  const splices = paragraphsBetween(source, from, to).flatMap(({ start, end }): Splice[] => [
    { start, end: start, text: '[[' },
    { start: end, end, text: ']]' },
  ])
  return splices.length === 0 ? null : moved(splices, { anchor, head }, to)
}

function moved(splices: Splice[], { anchor, head }: Selection, end: number): Edit {
  const place = (offset: number): number =>
    moveOffset(splices, offset, offset === end && anchor !== head ? 'before' : 'after')
  return { splices, anchor: place(anchor), head: place(head) }
}

/** The selected part of each paragraph: an empty line would end the note. */
function paragraphsBetween(source: string, from: number, to: number): Range[] {
  const paragraphs: Range[] = []
  let isOpen = false
  for (const line of linesBetween(source, from, to)) {
    const start = Math.max(from, line.start)
    const end = Math.min(to, line.end)
    const last = paragraphs.at(-1)
    if (isBlank(source, line) || start >= end) isOpen = false
    else if (isOpen && last) last.end = end
    else {
      paragraphs.push({ start, end })
      isOpen = true
    }
  }
  return paragraphs
}
