import { isKnownKey, isUnprintedEntry, type TitleEntry, type Screenplay } from './elements.ts'
import { isSceneHeading, isTransition } from './line-reader.ts'
import { Body } from './parse-body.ts'
import {
  type Change,
  changeBetween,
  resumeIndex,
  appendShifted,
  reuseEqual,
  parseUntilKnown,
} from './reparse.ts'

const keyLine = /^([\p{L}\p{N}][\p{L}\p{N} .,'’&/()-]*):[ \t]*(.*)$/u
/** A scene heading written out, as in "INTERIOR: KITCHEN - NIGHT". */
const place = /^(?:interior|exterior)\b/i
const mainKey = /^(?:title|credit|authors?)$/i
const sentenceEnd = /[.!?…]["'”’)*_]*$/
const anyLine = /([^\r\n]*)(?:\r\n|[\r\n]|$)/y

/**
 * Parses the title page at this offset, if there is one. An unknown first key counts only if another follows and
 * every line up to the first empty line belongs to the title page: a script may start with "He says: no.", and
 * prose with "Here is what I changed: the ending".
 */
function readTitlePage(source: string, at: number, line: number): TitleEntry[] {
  const entries: TitleEntry[] = []
  for (const part of linesUntilBlank(source, at, line)) {
    const entry = entries.at(-1)
    const key = part.text.length < 500 ? readKey(part.text) : undefined
    if (key) {
      const { text: _, ...range } = part
      entries.push({ key: key.key, values: key.value ? [key.value] : [], ...range })
    } else if (entry && /^\s/.test(part.text)) {
      entry.values.push(part.text.trim())
      entry.contentEnd = part.contentEnd
      entry.end = part.end
    } else {
      return opensTitlePage(entries, false) ? entries : []
    }
  }
  return opensTitlePage(entries, true) ? entries : []
}

function opensTitlePage(entries: TitleEntry[], complete: boolean): boolean {
  const [first] = entries
  if (!first) return false
  const isNamed = entries.some((entry) => mainKey.test(entry.key.trim()) || isUnprintedEntry(entry))
  if (!isNamed && entries.some(({ values }) => sentenceEnd.test(values.at(-1) ?? ''))) return false
  return isKnownKey(first) || (complete && entries.length > 1 && first.values.length > 0)
}

function readKey(text: string): { key: string; value: string } | undefined {
  if (isSceneHeading(text) || isTransition(text) || place.test(text)) return undefined
  const [, key, value] = keyLine.exec(text) ?? []
  return key === undefined || value === undefined ? undefined : { key, value: value.trim() }
}

type Line = { text: string; start: number; contentEnd: number; end: number; line: number }

function* linesUntilBlank(source: string, from: number, firstLine: number): Generator<Line> {
  let start = from
  for (let line = firstLine; start < source.length; line += 1) {
    anyLine.lastIndex = start
    const text = anyLine.exec(source)?.[1] ?? ''
    if (text.trim() === '') return
    yield { text, start, contentEnd: start + text.length, end: anyLine.lastIndex, line }
    start = anyLine.lastIndex
  }
}

const leadingBlank = /^\uFEFF?(?:[^\S\r\n]*(?:\r\n|[\r\n]))*/
const lineBreak = /\r\n|[\r\n]/g

/** Parses Fountain. Never fails: every text is a valid screenplay. */
export function parse(source: string): Screenplay {
  const { titlePage, body } = begin(source)
  while (body.step());
  return finish(source, titlePage, body)
}

/** Only the title page. */
export const titlePageOf = (source: string): TitleEntry[] => begin(source).titlePage

/**
 * Incremental parse after an edit: only what the edit may have affected is parsed again. `known` is where the
 * texts differ, if the caller knows it.
 */
export function reparse(before: Screenplay, source: string, known?: Change): Screenplay {
  if (source === before.source) return before
  const change = known ?? changeBetween(before.source, source)
  if (mayCloseBoneyard(source, change)) return parse(source)
  const index = resumeIndex(before, change)
  const { titlePage, body } = index > 0 ? resume(before, source, index) : begin(source)
  const rest = parseUntilKnown(body, before, change)
  if (rest) appendShifted(body.elements, before.elements, rest)
  reuseEqual(body.elements, before.elements, index)
  return finish(source, titlePage, body)
}

type ParseState = { titlePage: TitleEntry[]; body: Body }

function begin(source: string): ParseState {
  const lead = leadingBlank.exec(source)?.[0] ?? ''
  const line = 1 + countLineBreaks(lead)
  const titlePage = readTitlePage(source, lead.length, line)
  const last = titlePage.at(-1)
  const at = last?.end ?? lead.length
  const bodyLine = last ? last.line + countLineBreaks(source.slice(last.start, last.end)) : line
  return { titlePage, body: new Body(source, at, bodyLine, []) }
}

function resume(before: Screenplay, source: string, index: number): ParseState {
  const { start = 0, line = 1 } = before.elements[index] ?? {}
  const kept = before.elements.slice(0, index)
  return { titlePage: before.titlePage, body: new Body(source, start, line, kept) }
}

function finish(source: string, titlePage: TitleEntry[], body: Body): Screenplay {
  const last = titlePage.at(-1)
  const end = body.elements[0]?.start ?? source.length
  if (last && last.end !== end) titlePage = [...titlePage.slice(0, -1), { ...last, end }]
  return { source, titlePage, elements: body.elements }
}

/** Whether an edit may close a boneyard that opens long before it and was parsed as text until now. */
function mayCloseBoneyard(source: string, { from, endNow }: Change): boolean {
  if (!source.slice(Math.max(from - 1, 0), endNow + 1).includes('*/')) return false
  const opener = source.indexOf('/*')
  return opener >= 0 && opener < endNow
}

function countLineBreaks(text: string): number {
  return text.match(lineBreak)?.length ?? 0
}
