import type { Edit, Selection } from '../../edit.ts'
import type { Element, Screenplay } from '../../elements.ts'
import { reparse } from '../../parse.ts'
import { withoutCaret } from '../../parse/line-kinds.ts'
import { firstStartingAt } from '../../parse/resume-points.ts'
import { isSpeech } from '../../parse/speech.ts'
import { applySplices, type Splice } from '../../splices.ts'
import { moveOffset } from '../move-offset.ts'

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
