import {
  type Edit,
  type Selection,
  isBlank,
  linesBetween,
  moveOffset,
  editTo,
  lineText,
} from './edit.ts'
import type { Screenplay, Element } from '../model/elements.ts'
import { changeElement } from './change-element.ts'
import { elementWith } from './element-at.ts'
import { reparse } from '../model/parse.ts'
import { withoutCaret, isSpeech } from '../model/line-reader.ts'
import { firstStartingAt } from '../model/reparse.ts'
import { applySplices, type Splice } from '../changes/splices.ts'
import { plainText, type Style } from '../model/emphasis.ts'
import { bareLine, isChoice } from './region.ts'
import { emphasisMarkers, hasStyle, styleLine } from './formatting/line-emphasis.ts'

/** Changes the selected paragraphs to this type, or to action if all of them already have it. */
export function toggleElement(
  screenplay: Screenplay,
  selection: Selection,
  type: 'synopsis' | 'section' | 'centered' | 'lyrics',
): Edit | null {
  const { source } = screenplay
  const from = Math.min(selection.anchor, selection.head)
  const to = Math.max(selection.anchor, selection.head)
  const lines = linesBetween(source, from, to).filter((line) => !isBlank(source, line))
  const isAll = lines.every((line) => elementWith(screenplay, line.start)?.type === type)
  return changeElement(screenplay, selection, lines.length > 0 && isAll ? 'action' : type)
}

/**
 * Puts two speeches side by side, or below each other again. With the cursor in one of them, its partner is the
 * speech before it, else the one after it. Null if there is none.
 */
export function toggleDualDialogue(screenplay: Screenplay, selection: Selection): Edit | null {
  const { elements } = screenplay
  const { anchor, head } = selection
  const cue = cueBefore(elements, firstStartingAt(elements, Math.max(anchor, head) + 1) - 1)
  if (cue < 0) return null
  const { dual } = elements[cue] ?? {}
  const next = cueAfter(elements, cue)
  const splice = dual
    ? caretRemoval(screenplay, dual === 'right' ? cue : next)
    : (withCaret(screenplay, cue) ?? withCaret(screenplay, next))
  if (!splice) return null
  const moved = (offset: number): number => moveOffset([splice], offset, 'before')
  return { splices: [splice], anchor: moved(anchor), head: moved(head) }
}

/** The cue of the speech that an element belongs to; -1 if it belongs to none. */
function cueBefore(elements: readonly Element[], from: number): number {
  for (let at = from; at >= 0; at -= 1) {
    const type = elements[at]?.type
    if (type === 'character') return at
    if (!type || (!isSpeech(type) && type !== 'note')) return -1
  }
  return -1
}

function cueAfter(elements: readonly Element[], cue: number): number {
  for (let at = cue + 1; at < elements.length; at += 1) {
    if (elements[at]?.type === 'character') return at
  }
  return -1
}

/** A caret on a cue, if it makes dual dialogue of this speech and the one before it. */
function withCaret(screenplay: Screenplay, index: number): Splice | undefined {
  const { source, elements } = screenplay
  const cue = elements[index]
  if (!cue || cue.dual) return undefined
  const written = source.slice(cue.start, cue.contentEnd).trimEnd()
  const end = cue.start + written.length
  const splice = { start: end, end, text: written.endsWith('^') ? '' : ' ^' }
  const changed = reparse(screenplay, applySplices(source, [splice]))
  return changed.elements[index]?.dual === 'right' ? splice : undefined
}

function caretRemoval({ source, elements }: Screenplay, index: number): Splice | undefined {
  const cue = elements[index]
  if (!cue) return undefined
  const name = withoutCaret(source.slice(cue.start, cue.contentEnd))
  return { start: cue.start + name.length, end: cue.contentEnd, text: '' }
}

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
    const raw = lineText(source, line)
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
    return movedTo(splices, { anchor, head }, to)
  }
  if (from === to) return editTo([{ start: to, end: to, text: '[[]]' }], to + 2)
  if (/\[\[|\]\]|\/\*|\*\//.test(source.slice(from, to))) return null
  const splices = paragraphsBetween(source, from, to).flatMap(({ start, end }): Splice[] => [
    { start, end: start, text: '[[' },
    { start: end, end, text: ']]' },
  ])
  return splices.length === 0 ? null : movedTo(splices, { anchor, head }, to)
}

function movedTo(splices: Splice[], { anchor, head }: Selection, end: number): Edit {
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
