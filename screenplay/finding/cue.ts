import type { Element } from '../elements.ts'
import { plainText } from '../emphasis.ts'
import { markedText } from '../marked-text.ts'
import { textPositions } from '../parse/text-positions.ts'
import type { Splice } from '../splices.ts'
import { elementText } from '../write/element-text.ts'
import type { TextRange } from './pieces.ts'
import { inFormOf } from './name-forms.ts'

const extension = /\([^()]*\)/g
const around = /[\s*_]/

type NewName = { name: string; isForced: boolean; isFirst: boolean }

/** Replaces the name in a cue; extensions, notes, emphasis and the caret of dual dialogue stay. */
export function renameCue(
  source: string,
  cue: Element,
  { name, isForced, isFirst }: NewName,
): Splice[] {
  const pieces = namePieces(cue.text)
  const [first, ...others] = pieces.flatMap((piece) => sourceRanges(source, cue, piece))
  if (!first) return []
  const old = plainText(pieces.map(({ start, end }) => cue.text.slice(start, end)).join(' '))
  const wanted = isForced ? name : (inFormOf(old, name) ?? name)
  const text = markedText([{ text: wanted }])
  const hasMark = source.slice(cue.start, cue.contentEnd).trimStart().startsWith('@')
  const rest = (cue.text.match(extension) ?? []).join(' ')
  const needsMark = elementText(
    { type: 'character', text: `${text} ${rest}`.trim() },
    { isFirst, speaks: true },
  ).startsWith('@')
  const mark = needsMark && !hasMark ? '@' : ''
  const at = mark ? source.slice(cue.start).search(/\S/) + cue.start : first.start
  return [
    { start: at, end: first.end, text: mark + source.slice(at, first.start) + text },
    ...others.map(({ start, end }) => ({ start, end, text: '' })),
  ]
}

/** The parts of a cue that are neither an extension nor a marker around the name. */
function namePieces(text: string): TextRange[] {
  const pieces: TextRange[] = []
  let at = 0
  const add = (partEnd: number) => {
    let start = at
    let end = partEnd
    while (start < end && around.test(text.charAt(start))) start += 1
    while (start < end && around.test(text.charAt(end - 1))) end -= 1
    if (start < end) pieces.push({ start, end })
  }
  for (const { 0: found, index } of text.matchAll(extension)) {
    add(index)
    at = index + found.length
  }
  add(text.length)
  return pieces
}

/** Where a piece of a cue's text is in the source: in several ranges if it contains a note. */
function sourceRanges(source: string, cue: Element, piece: TextRange): TextRange[] {
  const positions = textPositions(source, cue)
  const ranges: TextRange[] = []
  for (let offset = piece.start; offset < piece.end; offset += 1) {
    const at = positions(offset)
    const last = ranges.at(-1)
    if (last?.end === at) last.end = at + 1
    else ranges.push({ start: at, end: at + 1 })
  }
  return ranges
}
