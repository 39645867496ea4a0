import type { Screenplay } from '../../elements.ts'
import { parse } from '../../parse.ts'
import { firstIndex } from '../../parse/first-index.ts'
import { type PageMark, withoutPageMarks } from '../../production/page-marks.ts'
import { applySplices, type Splice } from '../../splices.ts'
import type { AppliedEdit } from '../types.ts'
import { ChangedParagraphs } from './changed-paragraphs.ts'

type Unmarked = ReturnType<typeof withoutPageMarks>
type Changed<Edit> = { text: string; edits: Edit[] }
type Ranges = Pick<AppliedEdit, 'start' | 'end' | 'newStart' | 'newEnd'>

/**
 * Applies edits of a script without the notes that fix its pages to the script that has them. Outside of the
 * edits every note stays; inside, it stays before the text that follows it.
 */
export function withPageMarks<Edit extends Ranges>(
  { source, text: script, toSource, marks, isSame }: Unmarked,
  changed: Changed<Edit>,
): Changed<Edit> {
  if (isSame) return changed
  let [text, done] = ['', 0]
  const edits = changed.edits.map((edit) => {
    // Text inserted where a page begins goes to the previous page.
    const start = toSource(edit.start, edit.start === edit.end)
    const end = Math.max(start, toSource(edit.end, true))
    text += source.slice(done, start)
    done = end
    const first = firstIndex(marks.length, (index) => marks[index]!.at > edit.start)
    const next = firstIndex(marks.length, (index) => marks[index]!.at >= edit.end)
    const inside = marks
      .slice(first, Math.max(first, next))
      .map(({ at, text: mark }) => ({ at: at - edit.start, text: mark }))
    const now = changed.text.slice(edit.newStart, edit.newEnd)
    const newStart = text.length
    text += restored(script.slice(edit.start, edit.end), now, inside)
    return { ...edit, start, end, newStart, newEnd: text.length }
  })
  return { text: text + source.slice(done), edits }
}

/** A new text with the notes that the old one had. */
function restored(before: string, now: string, marks: readonly PageMark[]): string {
  if (marks.length === 0) return now
  // Of a page that is deleted as a whole, the note remains, so that it is known to be cut.
  if (now.trim() === '') return marks.map(({ text }) => text).join('') + now
  const places: Splice[] = []
  const paragraphs = new ChangedParagraphs(before, now)
  for (const mark of marks) {
    const place = paragraphs.placeOf(mark)
    // If several pages would begin at the same place, keep the first.
    if (place && place.start > (places.at(-1)?.start ?? -1)) places.push(place)
  }
  const marked = applySplices(now, places)
  return isSameScript(parse(now), parse(marked)) ? marked : now
}

/** Whether two scripts differ in notes and comments only. */
function isSameScript(one: Screenplay, other: Screenplay): boolean {
  const [before, now] = [one, other].map(({ elements }) =>
    elements.filter(({ type }) => type !== 'note' && type !== 'boneyard'),
  )
  return (
    before?.length === now?.length &&
    before?.every(({ type, text }, at) => type === now?.[at]?.type && text === now[at].text) ===
      true
  )
}
