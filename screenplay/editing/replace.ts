import { markersOf, plainText, type Span, spansOf } from '../model/emphasis.ts'
import { markedText } from '../model/marked-text.ts'
import { applySplices, type Splice, splices } from '../changes/splices.ts'
import type { TextRange } from './pieces.ts'
import {
  type Element,
  type ElementType,
  hasRows,
  isUnprintedEntry,
  type Screenplay,
} from '../model/elements.ts'
import { LineReader } from '../model/line-reader.ts'
import { parse } from '../model/parse.ts'

const special = /[*_\\]/
const opensHidden = /\[\[|\/\*/

/**
 * Replaces places in the source. The emphasis markers of a printed line are rewritten if a place contains a
 * marker, or if the replacement would change how the markers are read.
 */
function replacements(source: string, places: readonly Splice[], isPrinted: boolean): Splice[] {
  return placesByLine(source, places).flatMap(({ start: lineStart, end, inLine }) => {
    const line = source.slice(lineStart, end)
    const marked = isPrinted ? replacedSpans(line, inLine) : undefined
    const isRead = () => plainText(applySplices(line, inLine)) === marked?.printed
    const changes =
      !marked || (!marked.isCrossed && isRead()) ? inLine : splices(line, markedText(marked.spans))
    return changes
      .filter((change) => line.slice(change.start, change.end) !== change.text)
      .map(({ start, end: to, text }) => ({ start: start + lineStart, end: to + lineStart, text }))
  })
}

type LinePlaces = TextRange & { inLine: Splice[] }

/** Places relative to the lines they begin in. */
function placesByLine(source: string, places: readonly Splice[]): LinePlaces[] {
  const lines: LinePlaces[] = []
  for (const { start, end, text } of places) {
    let line = lines.at(-1)
    if (!line || start > line.end) {
      const lineStart = start === 0 ? 0 : source.lastIndexOf('\n', start - 1) + 1
      const found = source.indexOf('\n', start)
      const lineEnd = found < 0 ? source.length : found
      // The previous place ends in this line: treat their lines as one.
      if (line && lineStart < line.end) line.end = lineEnd
      else lines.push((line = { start: lineStart, end: lineEnd, inLine: [] }))
    }
    line.end = Math.max(line.end, end)
    line.inLine.push({ start: start - line.start, end: end - line.start, text })
  }
  return lines
}

/** A line with its places replaced; undefined if it has no emphasis, or has notes, which are not printed. */
function replacedSpans(line: string, places: readonly Splice[]) {
  const hasEmphasis = special.test(line) || places.some(({ text }) => special.test(text))
  if (!hasEmphasis || opensHidden.test(line) || line.includes('\n')) return undefined
  const { printed, isCrossed } = printedRanges(line, places)
  const spans: Span[] = []
  let next = 0
  let at = 0
  let written = -1
  for (const span of spansOf(line)) {
    const end = at + span.text.length
    while (at < end) {
      const range = printed[next]
      const inside = range !== undefined && range.start <= at
      const stop = Math.min(end, (inside ? range.end : range?.start) ?? end)
      if (!inside) {
        const text = span.text.slice(at - end, stop === end ? undefined : stop - end)
        spans.push(Object.assign({}, span, { text }))
      } else if (written < next) {
        // The replacement has the emphasis of the first character that it replaces.
        spans.push(
          ...spansOf(places[next]?.text ?? '').map((each) => Object.assign({}, span, each)),
        )
      }
      if (inside) written = next
      if (inside && stop === range.end) next += 1
      at = stop
    }
  }
  return { spans, printed: spans.map(({ text }) => text).join(''), isCrossed }
}

/** The ranges as offsets into the printed line, which has no markers. */
function printedRanges(line: string, ranges: readonly TextRange[]) {
  const markers = markersOf(line)
  let next = 0
  let removed = 0
  let isCrossed = false
  const printedAt = (offset: number) => {
    for (let marker = markers[next]; marker && marker.end <= offset; marker = markers[next]) {
      removed += marker.end - marker.start
      next += 1
    }
    return offset - removed
  }
  const printed = ranges.map((range) => {
    const start = printedAt(range.start)
    const before = removed
    const end = printedAt(range.end)
    isCrossed ||= removed > before
    return { start, end }
  })
  return { printed, isCrossed }
}

/** `replaced`: how many places change. `skipped`: how many stay, because an element would become another kind. */
export type Replaced = { splices: Splice[]; replaced: number; skipped: number }

/** A line, or an entry of the title page, with what decides how it is parsed: the lines around it. */
type Part = {
  start: number
  end: number
  type?: ElementType | undefined
  before: string
  after: string
}

type Choice = { splices: Splice[]; count: number }

/** Replaces places, which must be in order; every element keeps its kind. */
export function replacePlaces(
  screenplay: Screenplay,
  places: readonly Splice[],
  isPrinted: boolean,
): Replaced {
  const { source } = screenplay
  const changed = places.filter(({ start, end, text }) => source.slice(start, end) !== text)
  const choices: Choice[] = []
  let next = 0
  for (const part of partsOf(screenplay)) {
    while (next < changed.length && changed[next]!.start < part.start) next += 1
    const inPart: Splice[] = []
    for (; next < changed.length && changed[next]!.end <= part.end; next += 1) {
      const { start, end, text } = changed[next]!
      inPart.push({ start: start - part.start, end: end - part.start, text })
    }
    const found = inPart.length > 0 ? keepingKind(source, part, inPart, isPrinted) : undefined
    if (found) choices.push({ splices: found, count: inPart.length })
  }
  const kept = keepingShape(screenplay, choices)
  const replaced = kept.reduce((sum, { count }) => sum + count, 0)
  return {
    splices: kept.flatMap((choice) => choice.splices),
    replaced,
    skipped: changed.length - replaced,
  }
}

/** Like text after an empty line; a caret on a cue pairs it with this speech. */
const AFTER_SPEECH = '@X\nx\n\n'
const IN_SPEECH = '@X\n'
const BELOW_TEXT = '.X\n'
/** The next line then parses as if it followed an empty line. */
const outline = new Set<ElementType | undefined>(['section', 'synopsis', 'page-break'])

const isSpoken = ({ type, apart }: Element) =>
  type === 'dialogue' || type === 'parenthetical' || (type === 'lyrics' && !apart)

/** All lines that are not empty. */
function* partsOf({ source, titlePage, elements }: Screenplay): Generator<Part> {
  for (const { start, contentEnd: end } of titlePage)
    yield { start, end, before: 'Title: x\n', after: '' }
  const reader = new LineReader(source, elements[0]?.start ?? source.length, 1)
  let index = 0
  let afterEmpty = true
  while (reader.next()) {
    const { start, contentEnd: end, hidden, text } = reader
    while ((elements[index + 1]?.start ?? Infinity) <= start) index += 1
    const element = elements[index]!
    const isEmpty = text.trim() === ''
    if (!isEmpty || hidden) {
      const isFirst = index === 0 && start === element.start && titlePage.length === 0
      const below = isSpoken(element) ? IN_SPEECH : afterEmpty ? AFTER_SPEECH : BELOW_TEXT
      const after = reader.nextIsBlank() ? '' : '\nx'
      yield { start, end, type: element.type, before: isFirst ? '' : below, after }
    }
    if (!isEmpty) afterEmpty = outline.has(element.type)
    else if (!hidden || reader.spansEmptyLine) afterEmpty = true
  }
}

/** What forces a line to be an element; a backslash makes the first character of dialogue text. */
const marks: Partial<Record<ElementType, string>> = {
  'scene-heading': '.',
  action: '!',
  character: '@',
  lyrics: '~',
  transition: '> ',
  dialogue: '\\',
}

/** The splices of a part, with a mark if only that keeps its kind; undefined if nothing does. */
function keepingKind(
  source: string,
  { start, end, type, before, after }: Part,
  places: readonly Splice[],
  isPrinted: boolean,
): Splice[] | undefined {
  const old = source.slice(start, end)
  const shape = shapeOf(parse(before + old + after)).join('\n')
  const isKept = (now: string) =>
    hiding(now) === hiding(old) && shapeOf(parse(before + now + after)).join('\n') === shape
  const inSource = (parts: readonly Splice[]) =>
    parts.map((each) => ({ start: each.start + start, end: each.end + start, text: each.text }))
  const natural = replacements(old, places, isPrinted)
  const now = applySplices(old, natural)
  if (isKept(now)) return inSource(natural)
  const mark = type && marks[type]
  if (mark === undefined || now.trimStart().startsWith(mark.trim())) return undefined
  const forced = withMark(natural, mark, type === 'action' ? 0 : old.search(/\S/))
  const marked = applySplices(old, forced)
  // The backslash would print before anything but punctuation.
  if (type === 'dialogue' && plainText(marked) !== plainText(now)) return undefined
  return marked !== old && isKept(marked) ? inSource(forced) : undefined
}

function withMark([first, ...more]: readonly Splice[], mark: string, at: number): Splice[] {
  if (!first) return []
  if (first.start <= at) return [{ ...first, text: mark + first.text }, ...more]
  return [{ start: at, end: at, text: mark }, first, ...more]
}

/** What opens and closes notes and boneyard: if it stays, the same text is hidden. */
const hiding = (text: string) =>
  (text.match(/[[\]/*\\]{2,}/g) ?? []).filter((run) => /\[\[|\]\]|\/\*|\*\//.test(run)).join(' ')

/** How often a whole screenplay is parsed. Lines were looked at one by one, so once is nearly always enough. */
const MAX_PARSES = 30

/** As many of the choices as leave the kinds of all elements as they are. */
function keepingShape(screenplay: Screenplay, choices: readonly Choice[]): Choice[] {
  const shape = shapeOf(screenplay)
  let parses = 0
  const fits = (some: readonly Choice[]) => {
    parses += 1
    const chosen = some.flatMap((choice) => choice.splices)
    const now = shapeOf(parse(applySplices(screenplay.source, chosen)))
    return now.length === shape.length && now.every((each, index) => each === shape[index])
  }
  const add = (kept: Choice[], more: readonly Choice[]): Choice[] => {
    if (more.length === 0 || parses >= MAX_PARSES) return kept
    const all = [...kept, ...more]
    if (fits(all)) return all
    if (more.length === 1) return kept
    const half = more.length >> 1
    return add(add(kept, more.slice(0, half)), more.slice(half))
  }
  return add([], choices)
}

/** The kinds of all elements, the keys of the title page, and what only programs read. */
function shapeOf({ titlePage, elements }: Screenplay): string[] {
  return [
    ...titlePage.map((entry) =>
      [entry.key, ...(isUnprintedEntry(entry) ? entry.values : [])].join('\n'),
    ),
    ...elements.map((element) => {
      const { type, dual, depth, apart, locked, pageNumber, sceneNumber } = element
      const has = [hasRows(element), locked !== undefined, sceneNumber !== undefined]
      return [type, dual, depth, apart, pageNumber, ...has].join(' ')
    }),
  ]
}
