import type { Element, ElementType } from './elements.ts'
import { LineReader } from './line-reader.ts'

/**
 * The source offset of each character of a text. A line break is at the last character before the next
 * line, so that whatever is printed first on a line follows it directly.
 */
export type Positions = (offset: number) => number

/** The characters that force a type. */
const FORCING: Partial<Record<ElementType, string>> = {
  action: '!',
  character: '@',
  lyrics: '~',
  centered: '>',
  transition: '>',
  'scene-heading': '.',
}

/** Tabs are expanded only in these types. */
const EXPANDED = new Set<ElementType>(['action', 'dialogue', 'lyrics', 'centered'])
const TAB_CELLS = 4

const HIDDEN = /\[\[|\/\*/

const indentOf = (text: string) => text.length - text.trimStart().length

/** Where an element's text begins in a line without notes and boneyard. */
function textStart(type: ElementType, line: string): number {
  const indent = indentOf(line)
  const isForced = FORCING[type] === line.charAt(indent)
  if (type === 'action') return isForced ? indent + 1 : 0
  return isForced ? indent + 1 + indentOf(line.slice(indent + 1)) : indent
}

/** The positions of the characters of `element.text`. */
export function textPositions(source: string, element: Element): Positions {
  const { type, start, contentEnd, text } = element
  const raw = source.slice(start, contentEnd)
  if (raw === text) return (offset) => start + offset
  const isPlain = !text.includes('\n') && !raw.includes('\t') && !HIDDEN.test(raw)
  if (isPlain) {
    const first = start + textStart(type, raw)
    return (offset) => first + offset
  }
  const positions = readPositions(source, element)
  return (offset) => positions[offset] ?? contentEnd
}

function readPositions(source: string, { type, start, contentEnd, text }: Element): number[] {
  const positions: number[] = []
  const reader = new LineReader(source, start, 1)
  let emptyLines: number[] = []
  while (reader.end < contentEnd && reader.next()) {
    if (reader.text.trim() === '') {
      // Like the parser, drop empty lines before a note.
      if (reader.hidden) emptyLines = []
      else emptyLines.push(reader.start)
      continue
    }
    if (reader.start > start) {
      for (const line of emptyLines) positions.push(line - 1)
      positions.push(reader.start - 1)
    }
    emptyLines = []
    const lineEnd = text.indexOf('\n', positions.length)
    readLine(positions, reader, type, lineEnd === -1 ? text.length : lineEnd)
  }
  return positions
}

/** Adds the positions of one line's characters, up to an offset in the element's text. */
function readLine(positions: number[], reader: LineReader, type: ElementType, end: number): void {
  const { text, pieces } = reader
  const first = textStart(type, text)
  let shift = reader.start
  let next = 0
  for (let index = 0; index < text.length && positions.length < end; index += 1) {
    for (let piece = pieces[next]; piece && piece.at <= index; piece = pieces[next]) {
      shift = piece.source - piece.at
      next += 1
    }
    if (index < first) continue
    const width = text[index] === '\t' && EXPANDED.has(type) ? TAB_CELLS : 1
    for (let cell = 0; cell < width; cell += 1) positions.push(index + shift)
  }
}

/** The raw text of an element with its markers, line breaks as '\n' and tabs expanded, and its positions. */
export function rawText(source: string, { start, contentEnd }: Element) {
  const raw = source.slice(start, contentEnd)
  if (!/[\t\r]/.test(raw)) return { text: raw, positions: (offset: number) => start + offset }
  const offsets: number[] = []
  const parts: string[] = []
  for (const { 0: part, index } of raw.matchAll(/\r\n?|\t|[^\r\t]+/g)) {
    const isTab = part === '\t'
    const printed = isTab ? ' '.repeat(TAB_CELLS) : part.startsWith('\r') ? '\n' : part
    parts.push(printed)
    const last = start + index + part.length - 1
    for (let at = 0; at < printed.length; at += 1) {
      offsets.push(isTab ? last : last - printed.length + 1 + at)
    }
  }
  return { text: parts.join(''), positions: (offset: number) => offsets[offset] ?? contentEnd }
}
