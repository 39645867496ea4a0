import { type Splice, applySplices, splices as splicesBetween } from '../changes/splices.ts'
import type { Screenplay } from '../model/elements.ts'
import { reparse } from '../model/parse.ts'

/** Offsets into the text; `head` is where the cursor is. */
export type Selection = { anchor: number; head: number }

/** The type that a line will have once something is typed on it, if the text does not show it yet. */
export type PendingType =
  | 'action'
  | 'scene-heading'
  | 'character'
  | 'parenthetical'
  | 'dialogue'
  | 'transition'

/**
 * A change of the text, and the selection after it. `pending` applies to the cursor's line while the cursor
 * stays on it: an empty line, or a name without dialogue below it, has no type of its own in Fountain.
 */
export type Edit = Selection & { splices: Splice[]; pending?: PendingType }

/** An edit that leaves the cursor at one place. */
export function editTo(splices: Splice[], at: number, pending?: PendingType): Edit {
  return { splices, anchor: at, head: at, ...(pending && { pending }) }
}

/** Combines an edit with the one that `next` makes after it; null if `next` returns null. */
export function followedBy(
  screenplay: Screenplay,
  first: Edit,
  next: (screenplay: Screenplay, at: number, pending?: PendingType) => Edit | null,
): Edit | null {
  const between = reparse(screenplay, applySplices(screenplay.source, first.splices))
  const second = next(between, first.head, first.pending)
  if (!second) return null
  const text = applySplices(between.source, second.splices)
  return { ...second, splices: splicesBetween(screenplay.source, text) }
}

/** The edit at the cursor, after the selected text is deleted. */
export function replacingSelection(
  screenplay: Screenplay,
  { anchor, head }: Selection,
  edit: (screenplay: Screenplay, at: number) => Edit | null,
): Edit | null {
  if (anchor === head) return edit(screenplay, head)
  const start = Math.min(anchor, head)
  const deletion = editTo([{ start, end: Math.max(anchor, head), text: '' }], start)
  return followedBy(screenplay, deletion, edit)
}

const NEWLINE = 10
const RETURN = 13

/** `end` is before the line break, `next` behind it; the last line has no `next`. */
export type Line = { start: number; end: number; next: number | undefined }

const isBreak = (code: number): boolean => code === NEWLINE || code === RETURN

/** The line at an offset. Scans only this line: indexOf('\r') would scan the whole text if it has none. */
export function lineAt(source: string, offset: number): Line {
  let at = Math.min(Math.max(offset, 0), source.length)
  if (source.charCodeAt(at) === NEWLINE && source.charCodeAt(at - 1) === RETURN) at -= 1
  let start = at
  while (start > 0 && !isBreak(source.charCodeAt(start - 1))) start -= 1
  let end = at
  while (end < source.length && !isBreak(source.charCodeAt(end))) end += 1
  if (end === source.length) return { start, end, next: undefined }
  const isPair = source.charCodeAt(end) === RETURN && source.charCodeAt(end + 1) === NEWLINE
  return { start, end, next: end + (isPair ? 2 : 1) }
}

export const lineBefore = (source: string, { start }: Line): Line | undefined =>
  start === 0 ? undefined : lineAt(source, start - 1)

export const lineAfter = (source: string, { next }: Line): Line | undefined =>
  next === undefined ? undefined : lineAt(source, next)

export const lineText = (source: string, { start, end }: Line): string => source.slice(start, end)

export const isBlank = (source: string, line: Line): boolean => lineText(source, line).trim() === ''

/** Whether a line ends a paragraph. A line of two or more spaces does not: it continues a speech. */
export const separates = (source: string, line: Line | undefined): boolean =>
  line === undefined || (line.end - line.start < 2 && isBlank(source, line))

/** The lines from one offset to another, at least one. */
export function linesBetween(source: string, from: number, to: number): Line[] {
  const lines = [lineAt(source, from)]
  for (let line = lines.at(-1); line?.next !== undefined && line.next <= to; ) {
    line = lineAt(source, line.next)
    lines.push(line)
  }
  return lines
}

/** Where an offset is after splices: before or after what is inserted exactly there. */
export function moveOffset(
  splices: readonly Splice[],
  offset: number,
  side: 'before' | 'after',
): number {
  let moved = offset
  for (const { start, end, text } of splices) {
    if (start > offset || (start === offset && side === 'before')) break
    const isInside = end > offset
    moved += isInside ? text.length - (offset - start) : text.length - (end - start)
  }
  return moved
}
