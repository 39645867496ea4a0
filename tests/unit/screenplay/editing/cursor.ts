import type { Edit, PendingType, Selection } from '../../../../screenplay/editing.ts'
import { type Screenplay, parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'

/** A text with its selection: '|' is the cursor, '‹' and '›' are around selected text. */
export function marked(text: string): { screenplay: Screenplay; selection: Selection } {
  const cursor = text.indexOf('|')
  if (cursor >= 0) {
    const screenplay = parse(text.replace('|', ''))
    return { screenplay, selection: { anchor: cursor, head: cursor } }
  }
  const anchor = text.indexOf('‹')
  const head = text.indexOf('›') - 1
  return { screenplay: parse(text.replace('‹', '').replace('›', '')), selection: { anchor, head } }
}

/** The text after an edit, marked in the same way and followed by its pending type. */
export function edited({ source }: Screenplay, edit: Edit | null): string | null {
  if (!edit) return null
  const text = applySplices(source, edit.splices)
  const start = Math.min(edit.anchor, edit.head)
  const end = Math.max(edit.anchor, edit.head)
  const pending = edit.pending ? ` <${edit.pending}>` : ''
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}${pending}`
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}${pending}`
}

type Key = (screenplay: Screenplay, selection: Selection, pending?: PendingType) => Edit | null

/** The marked text after a key press. */
export function pressed(key: Key, text: string, pending?: PendingType): string | null {
  const { screenplay, selection } = marked(text)
  return edited(screenplay, key(screenplay, selection, pending))
}
