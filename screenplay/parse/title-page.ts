import { isKnownKey, isUnprintedEntry, type TitleEntry } from '../elements.ts'
import { isSceneHeading, isTransition } from './line-kinds.ts'

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
export function readTitlePage(source: string, at: number, line: number): TitleEntry[] {
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
