import type { Edit } from '../../edit.ts'
import { emphasizedIn } from '../../emphasis.ts'
import { editTo } from '../apply-edit.ts'
import { emptyLineAfter } from '../empty-line.ts'
import { emphasisMarkers } from '../formatting/line-emphasis.ts'
import { type Line, lineAfter, lineAt, separates, textOf } from '../lines.ts'
import { typeOfTyped } from './element-at.ts'
import type { Place } from './place.ts'

/** Where to split a line: removes `from` to `to`, white space; `close` and `open` end and resume emphasis. */
type Cut = { from: number; to: number; close: string; open: string }

/** Moves an offset between emphasis markers and their text to the outer side of the markers. */
export function outsideMarkers(source: string, offset: number): number {
  const line = lineAt(source, offset)
  let at = offset - line.start
  for (const { style, open, from, to } of emphasizedIn(textOf(source, line))) {
    const end = to + emphasisMarkers[style].length
    if (at > open && at <= from) at = open
    else if (at >= to && at < end) at = end
  }
  return line.start + at
}

export function cutAt(source: string, line: Line, at: number): Cut {
  let from = at
  while (from > line.start && isSpace(source.charAt(from - 1))) from -= 1
  let to = at
  while (to < line.end && isSpace(source.charAt(to))) to += 1
  const markers = emphasizedIn(textOf(source, line))
    .filter((range) => line.start + range.from < from && to < line.start + range.to)
    .toSorted((one, other) => one.open - other.open)
    .map(({ style }) => emphasisMarkers[style])
  return { from, to, close: markers.toReversed().join(''), open: markers.join('') }
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t'

/** Splits a line with `between` and puts the cursor at the start of the second half. */
export function splitWith({ from, to, close, open }: Cut, between: string): Edit {
  const text = close + between + open
  return editTo([{ start: from, end: to, text }], from + text.length)
}

export function lineBreak({ source, at, line }: Place): Edit {
  const cut = cutAt(source, line, at)
  const rest = source.slice(cut.to, line.end).trimEnd()
  const isForced = cut.open === '' && /^[!@~>]|^={3,}$/.test(rest)
  return splitWith(cut, isForced ? '\n\\' : '\n')
}

export function splitCentered({ source, at, line }: Place): Edit {
  const cut = cutAt(source, line, at)
  const rest = source.slice(cut.to, line.end).trim()
  if ((rest === '' || rest === '<') && separates(source, lineAfter(source, line))) {
    const { splices, at: next } = emptyLineAfter(source, line.end, 1)
    return editTo(splices, next)
  }
  return splitWith(cut, ' <\n> ')
}

/** The first half of a paragraph keeps its type, the second one becomes action. */
export function splitParagraph({ source, at, line, screenplay, element, type }: Place): Edit {
  const cut = cutAt(source, line, at)
  // At the end of a line, its line break is replaced too, so that only one empty line results.
  const to = cut.to === line.end ? (line.next ?? cut.to) : cut.to
  const rest = cut.open + source.slice(to, element?.contentEnd)
  const isMisread = type === 'action' && typeOfTyped(screenplay, cut.from, '') !== 'action'
  const mark = typeOfTyped(screenplay, cut.from, `\n\n${rest}\n`) === 'action' ? '' : '!'
  const edit = splitWith({ ...cut, to }, `\n\n${mark}`)
  const start = element?.start
  if (!isMisread || start === undefined) return edit
  return editTo([{ start, end: start, text: '!' }, ...edit.splices], edit.head + 1)
}
