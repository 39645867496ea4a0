import type { Edit, Selection } from '../../edit.ts'
import type { Screenplay } from '../../elements.ts'
import { reparse } from '../../parse.ts'
import { firstStartingAt } from '../../parse/resume-points.ts'
import { applySplices } from '../../splices.ts'
import { elementWith, typeOfTyped } from '../flow/element-at.ts'
import { isBlank, lineAfter, lineAt } from '../lines.ts'
import { type Candidate, candidatesFor } from './candidates.ts'
import { changeEmptyLine } from './change-empty-line.ts'
import type { ElementChoice } from './line-text.ts'
import { type Region, regionOf } from './region.ts'

/**
 * Changes the type of the selected paragraphs, with the least markup that Fountain needs. For single-line
 * types, only the selected lines of a paragraph change. Null if Fountain cannot express the result: dialogue
 * without a cue, a heading without letters.
 */
export function changeElement(
  screenplay: Screenplay,
  selection: Selection,
  type: ElementChoice,
): Edit | null {
  const { source } = screenplay
  const from = Math.min(selection.anchor, selection.head)
  const to = Math.max(selection.anchor, selection.head)
  if (screenplay.titlePage.some(({ start, contentEnd }) => start <= to && from <= contentEnd)) {
    return null
  }
  if (from === to && isBlank(source, lineAt(source, to))) {
    return changeEmptyLine(screenplay, to, type)
  }
  const region = regionOf(screenplay, from, to, type)
  if (!region) return null
  for (const candidate of candidatesFor(screenplay, region, type)) {
    const splice = { start: candidate.start, end: candidate.end, text: candidate.text }
    const isSame = source.slice(splice.start, splice.end) === splice.text
    const changed = isSame ? screenplay : reparse(screenplay, applySplices(source, [splice]))
    if (!keepsOthers(screenplay, changed, region) || !keepsRest(changed, region, candidate, type))
      continue
    const isPending = type === 'character' && from === to && isUnspoken(changed, candidate)
    if (!isPending && !hasType(changed, candidate, type)) continue
    return {
      splices: isSame ? [] : [splice],
      anchor: newOffset(candidate, selection.anchor),
      head: newOffset(candidate, selection.head),
      ...(isPending && { pending: 'character' as const }),
    }
  }
  return null
}

const hasType = (changed: Screenplay, { moved }: Candidate, type: ElementChoice): boolean =>
  moved.every(({ to }) => elementWith(changed, to)?.type === type)

/** A name that becomes a cue as soon as something is written below it. */
function isUnspoken(changed: Screenplay, { moved }: Candidate): boolean {
  const [cue] = moved
  if (!cue || moved.length > 1 || elementWith(changed, cue.to)?.type !== 'action') return false
  return typeOfTyped(changed, cue.to + cue.length, '\nx') === 'dialogue'
}

/** Whether the elements before and after the region keep their types. */
function keepsOthers(before: Screenplay, after: Screenplay, region: Region): boolean {
  const first = firstStartingAt(before.elements, region.start)
  for (let at = 0; at < first; at += 1) {
    const [old, now] = [before.elements[at]?.type, after.elements[at]?.type]
    // A name without dialogue becomes a cue when it gets its first dialogue.
    const isNewCue = at === first - 1 && old === 'action' && now === 'character'
    if (old !== now && !isNewCue) return false
  }
  const next = firstStartingAt(before.elements, region.end)
  for (let back = 1; back <= before.elements.length - next; back += 1) {
    if (before.elements.at(-back)?.type !== after.elements.at(-back)?.type) return false
  }
  return after.titlePage.length === before.titlePage.length
}

/** Whether the rest of a split paragraph keeps its type; below a new cue it may become dialogue. */
function keepsRest(
  after: Screenplay,
  { below, end }: Region,
  { start, text }: Candidate,
  type: ElementChoice,
): boolean {
  if (!below || below.start >= end || type === 'character') return true
  const newEnd = start + text.length
  const next = lineAfter(after.source, lineAt(after.source, newEnd))
  return next !== undefined && elementWith(after, next.start)?.type === below.type
}

function newOffset({ start, end, text, moved }: Candidate, offset: number): number {
  if (offset > end) return offset + text.length - (end - start)
  const line = moved.findLast(({ from }) => from <= offset)
  if (!line) return Math.min(offset, start + text.length)
  const inText = Math.max(offset - line.from - line.oldLead, 0) + line.lead
  return line.to + Math.min(inText, line.length)
}
