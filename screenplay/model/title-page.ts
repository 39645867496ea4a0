import {
  entryKey,
  lineBreakOf,
  printedTitlePage,
  type Screenplay,
  type TitleEntry,
} from './elements.ts'
import { titlePageOf } from './parse.ts'
import { type Splice, splices } from '../changes/splices.ts'
import { plainText } from './emphasis.ts'

/** An entry of the title page; the lines of its value are separated by '\n' and keep their emphasis markers. */
export type TitlePageEntry = { key: string; value: string }

/** A written entry, without its last line break. */
type Part = TitlePageEntry & { text: string }

const lineBreak = /\r\n|[\r\n]/
const INDENT = '    '
/** A title page may begin with these even if they have no value. */
const OPENERS = ['Title', 'Credit', 'Author', 'Source', 'Draft date', 'Contact', 'Notes']

const valueOf = ({ values }: TitleEntry) => values.join('\n')

/** What is printed on the title page. */
export const titleEntries = (screenplay: Screenplay): TitlePageEntry[] =>
  printedTitlePage(screenplay).map((entry) => ({ key: entry.key, value: valueOf(entry) }))

/**
 * Sets these entries, keeps all others, and removes those with an empty value. Several entries with one key are
 * matched in order. A new entry follows the one given before it. Empty lines inside a value are dropped, since an
 * empty line ends the title page; a key that Fountain cannot express is ignored.
 */
export function setTitleEntries(
  screenplay: Screenplay,
  entries: readonly TitlePageEntry[],
): Splice[] {
  const { source, titlePage } = screenplay
  const newline = lineBreakOf(source)
  const before = titlePage.map((entry) => ({
    key: entry.key,
    value: valueOf(entry),
    text: source.slice(entry.start, entry.contentEnd),
  }))
  const parts = changedParts(before, entries, newline)
  if (parts.every((part, index) => part === before[index]) && parts.length === before.length) {
    return []
  }
  const after = assemble(screenplay, parts, newline)
  if (isTitlePage(after, parts)) return splices(source, after)
  // Without an opener, the entries would not be parsed as a title page, or the script's first line would.
  const used = new Set(parts.map(entryKey))
  const key = OPENERS.find((each) => !used.has(each.toLowerCase())) ?? 'Title'
  const opener: Part = { key, value: '', text: `${key}:` }
  return splices(source, assemble(screenplay, [opener, ...parts], newline))
}

function changedParts(
  before: readonly Part[],
  entries: readonly TitlePageEntry[],
  newline: string,
): Part[] {
  const unmatched = Map.groupBy(before, entryKey)
  const parts: (Part | undefined)[] = [...before]
  let at = 0
  for (const entry of entries) {
    const value = normalized(entry.value)
    const old = unmatched.get(entryKey(entry))?.shift()
    if (old) {
      at = parts.indexOf(old) + 1
      if (old.value !== value) parts[at - 1] = writtenEntry(old, value, newline)
      continue
    }
    const part = writtenEntry({ key: entry.key.trim(), text: '' }, value, newline)
    if (!part) continue
    parts.splice(at, 0, part)
    at += 1
  }
  return parts.filter((part) => part !== undefined)
}

const normalized = (value: string) =>
  value
    .split(lineBreak)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

/** A value of several lines is indented below its key, as deep as before. */
function writtenEntry(
  { key, text: before }: { key: string; text: string },
  value: string,
  newline: string,
): Part | undefined {
  if (value === '') return undefined
  const [first = '', ...others] = value.split('\n')
  const indent = /[\r\n]([^\S\r\n]+)/.exec(before)?.[1] ?? INDENT
  const below = [`${key}:`, ...[first, ...others].map((line) => indent + line)].join(newline)
  const wasBelow = /^[^:]*:[^\S\r\n]*[\r\n]/.test(before)
  const texts = others.length > 0 || wasBelow ? [below] : [`${key}: ${first}`, below]
  const other = { key: 'Title', value: 'X' }
  const text = texts.find((each) =>
    isTitlePage(`Title: X${newline}${each}`, [other, { key, value }]),
  )
  return text === undefined ? undefined : { key, value, text }
}

/** Whether a text has exactly these entries. */
function isTitlePage(text: string, expected: readonly TitlePageEntry[]): boolean {
  const found = titlePageOf(text)
  return (
    found.length === expected.length &&
    found.every((entry, index) => {
      const wanted = expected[index]
      return wanted?.key === entry.key && wanted.value === valueOf(entry)
    })
  )
}

/** The source with another title page, and an empty line between it and the script. */
function assemble({ source, titlePage }: Screenplay, parts: readonly Part[], newline: string) {
  const [first] = titlePage
  const last = titlePage.at(-1)
  const start = first?.start ?? (source.startsWith('\uFEFF') ? 1 : 0)
  const page = parts.map(({ text }) => text).join(newline)
  if (parts.length === 0) return source.slice(0, start) + source.slice(last?.end ?? start)
  const rest = source.slice(last?.contentEnd ?? start)
  const body = last ? rest.replace(lineBreak, '') : rest
  if (last && body.trim() === '') return source.slice(0, start) + page + rest
  const gap = /^[^\S\r\n]*[\r\n]/.test(body) ? '' : newline
  return source.slice(0, start) + page + newline + gap + body
}

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** The first of these entries as one line of plain text; undefined if it is missing or empty. */
export function titleEntry(titlePage: readonly Entry[], ...keys: string[]): string | undefined {
  const entry = titlePage.find((one) => keys.includes(entryKey(one)))
  const lines = entry?.values.map((value) => plainText(value).trim()) ?? []
  return lines.join(' ').trim() || undefined
}

/** The title on a script's title page. The rest of the script is not parsed. */
export const titleOf = (source: string): string | undefined =>
  titleEntry(titlePageOf(source), 'title')
