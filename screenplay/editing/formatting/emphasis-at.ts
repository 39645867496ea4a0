import type { Edit, Selection } from '../../edit.ts'
import type { Screenplay } from '../../elements.ts'
import { plainText, type Style } from '../../emphasis.ts'
import { reparse } from '../../parse.ts'
import { applySplices, type Splice } from '../../splices.ts'
import { editTo } from '../apply-edit.ts'
import { bareLine, isChoice } from '../change/line-text.ts'
import { elementWith } from '../flow/element-at.ts'
import { linesBetween, textOf } from '../lines.ts'
import { moveOffset } from '../move-offset.ts'
import { emphasisMarkers, hasStyle, styleLine } from './line-emphasis.ts'

/** A part of a line of the script; offsets into the script. */
type Part = { line: string; start: number; from: number; to: number }

/**
 * Toggles bold, italic or underline for the selected text or the word at the cursor. Without a word, inserts
 * markers to type between; at the end of emphasized text, moves behind its closing marker. Null where
 * emphasis is not possible: in notes, or where markers would change the type of the line.
 */
export function toggleEmphasis(
  screenplay: Screenplay,
  selection: Selection,
  style: Style,
): Edit | null {
  const { source } = screenplay
  const { anchor, head } = selection
  const range = anchor === head ? wordAt(source, head) : { from: anchor, to: head }
  if (!range) return betweenMarkers(screenplay, head, style)
  if (anchor === head && endsBefore(source, head, style)) {
    const behind = head + emphasisMarkers[style].length
    return editTo([], behind)
  }
  const from = Math.min(range.from, range.to)
  const to = Math.max(range.from, range.to)
  const parts = partsBetween(screenplay, from, to)
  const states = parts.map((part) => hasStyle(part.line, within(part), style))
  const isOn = states.some((state) => state === false)
  const splices = parts.flatMap((part) =>
    styleLine(part.line, within(part), style, isOn).map((splice) => shifted(splice, part.start)),
  )
  if (splices.length === 0 || !keepsElements(screenplay, splices)) return null
  const moved = (offset: number): number =>
    moveOffset(splices, offset, offset === to ? 'before' : 'after')
  return { splices, anchor: moved(anchor), head: moved(head) }
}

/** Whether all elements keep their type and their text. */
function keepsElements(screenplay: Screenplay, splices: readonly Splice[]): boolean {
  const { elements } = reparse(screenplay, applySplices(screenplay.source, splices))
  return (
    elements.length === screenplay.elements.length &&
    elements.every(({ type, text }, n) => {
      const before = screenplay.elements[n]
      return (
        type === before?.type &&
        (text === before.text || plainText(text) === plainText(before.text))
      )
    })
  )
}

/** Whether the emphasised text ends here: what is typed next is no longer part of it. */
function endsBefore(source: string, at: number, style: Style): boolean {
  const marker = emphasisMarkers[style]
  const line = source.slice(source.lastIndexOf('\n', at - 1) + 1, at)
  const last = { from: line.length - 1, to: line.length }
  const run = /^(?:\*+|_+)/.exec(source.slice(at))?.[0]
  return run === marker && hasStyle(line + marker, last, style) === true
}

/** Inserts markers around the cursor, for what is typed next; removes them if they are already there. */
function betweenMarkers(screenplay: Screenplay, at: number, style: Style): Edit | null {
  const { source, titlePage } = screenplay
  const marker = emphasisMarkers[style]
  const [start, end] = [at - marker.length, at + marker.length]
  const isBetween = source.slice(start, end) === marker + marker
  if (isBetween) return editTo([{ start, end, text: '' }], start)
  if (titlePage.some((entry) => entry.start <= at && at <= entry.contentEnd)) return null
  const element = elementWith(screenplay, at)
  if (element && !isChoice(element.type)) return null
  return editTo([{ start: at, end: at, text: marker + marker }], at + marker.length)
}

const within = ({ start, from, to }: Part) => ({ from: from - start, to: to - start })

const shifted = ({ start, end, text }: Splice, by: number): Splice => ({
  start: start + by,
  end: end + by,
  text,
})

const wordCharacter = /[\p{L}\p{N}\p{M}'’-]/u

/** The word that the cursor is in or next to. */
function wordAt(source: string, at: number): { from: number; to: number } | undefined {
  let from = at
  while (from > 0 && wordCharacter.test(source.charAt(from - 1))) from -= 1
  let to = at
  while (to < source.length && wordCharacter.test(source.charAt(to))) to += 1
  return from === to ? undefined : { from, to }
}

/** The selected part of each line, without the marks that give the line its type. */
function partsBetween(screenplay: Screenplay, from: number, to: number): Part[] {
  const { source } = screenplay
  return linesBetween(source, from, to).flatMap((line) => {
    const element = elementWith(screenplay, line.start)
    if (!element || !isChoice(element.type)) return []
    const raw = textOf(source, line)
    const { lead, text } = bareLine(raw, element.type, element.type)
    const start = line.start + lead
    const part = {
      line: withoutNotes(text),
      start,
      from: Math.max(from, start),
      to: Math.min(to, start + text.length),
    }
    return part.from < part.to ? [part] : []
  })
}

/** Replaces notes with letters, because markers in a note have no meaning. */
const withoutNotes = (text: string): string =>
  text.replace(/\[\[(?:(?!\[\[).)*?\]\]|\/\*(?:(?!\/\*).)*?\*\//gs, (note) =>
    'x'.repeat(note.length),
  )
