import { isKnownKey, printedValues } from '../../model/elements.ts'
import { plainText } from '../../model/emphasis.ts'
import { firstIndex } from '../../model/first-index.ts'
import { markedTextOf, BLOCK_LENGTH, linesIn, rawTextOf } from './paragraph-text.ts'
import { sheets } from '../../layout/columns.ts'
import { titlePages } from '../../layout/title-page.ts'
import { Wrapping } from '../../layout/wrap.ts'
import { readPlaces, type TitlePlace, usualPlaces, writePlaces } from '../../layout/page-formats.ts'
import { type XmlElement, childNamed, elementsIn } from '../xml.ts'
import { type TitleLine, titleEntries } from '../text/rows.ts'
import type { ElementDraft } from '../../model/write.ts'
import { readPageBreak } from '../../model/line-reader.ts'
import type { Beside } from './read-content.ts'

type Entry = { key: string; values: string[] }
type PlacedLine = TitleLine & { place: TitlePlace }

const CELLS = 65
const POINTS_PER_ROW = 12

/** The lines of a paragraph; soft returns separate them. */
export const titleLinesOf = (paragraph: XmlElement): string[] =>
  markedTextOf(paragraph)
    .split('\n')
    .map((line) => line.trim())

const numberIn = ({ attributes }: XmlElement, name: string) => {
  const number = Number(attributes[name] ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

const rounded = (inches: number) => Math.round(inches * 100) / 100

/** Where a paragraph's lines are between the edges of the paper. */
function columnOf(paragraph: XmlElement): Pick<TitlePlace, 'align' | 'at'> {
  const [left, right] = [numberIn(paragraph, 'LeftIndent'), numberIn(paragraph, 'RightIndent')]
  const { Alignment: alignment } = paragraph.attributes
  if (alignment === 'Right') return { align: 'right', at: rounded(right ?? usualPlaces.right) }
  if (alignment !== 'Center') return { align: 'left', at: rounded(left ?? usualPlaces.left) }
  const isGiven = left !== undefined && right !== undefined
  return { align: 'center', at: isGiven ? rounded((left + right) / 2) : usualPlaces.center }
}

/** All lines with the page and the row that Final Draft prints them on. */
function placedLines(paragraphs: readonly XmlElement[]): PlacedLine[] {
  const capacity = sheets.letter.lines
  const lines: PlacedLine[] = []
  let [page, row] = [0, 0]
  for (const paragraph of paragraphs) {
    const starts = paragraph.attributes['StartsNewPage'] === 'Yes' && (page > 0 || row > 0)
    if (starts) [page, row] = [page + 1, 0]
    const before = Math.round((numberIn(paragraph, 'SpaceBefore') ?? 0) / POINTS_PER_ROW)
    if (row > 0) row += Math.max(0, before)
    const column = columnOf(paragraph)
    for (const text of titleLinesOf(paragraph)) {
      if (row >= capacity) [page, row] = [page + 1, 0]
      lines.push({ text, isCentered: column.align === 'center', place: { page, row, ...column } })
      const { length } = plainText(text)
      row += Math.max(1, new Wrapping(plainText(text), CELLS).lines(0, length, capacity).length)
    }
  }
  return lines
}

const ownKey = /^(\p{Lu}[\p{L} ]{0,24}): (\S.*)$/u

/** An entry whose lines begin with keys of the writer's own, as an entry for each: they are printed with them. */
function byOwnKeys({ key, values }: Entry): Entry[] {
  const entries: Entry[] = []
  for (const value of values) {
    const [, own, rest] = ownKey.exec(value) ?? []
    if (own && rest && !isKnownKey({ key: own })) entries.push({ key: own, values: [rest] })
    else if (entries.length > 0) entries.at(-1)!.values.push(value)
    else entries.push({ key, values: [value] })
  }
  return entries
}

/** The entries of a title page; lines of further pages are notes, such as a cast list. */
function entriesOf(lines: readonly PlacedLine[]): Entry[] {
  const first = titleEntries(lines.filter(({ place }) => place.page === 0))
  const [title, ...others] = first
  const groups: string[][] = [[]]
  let last = 0
  for (const { text, place } of lines) {
    if (place.page === 0) continue
    if (text === '' || place.page !== last) groups.push([])
    last = place.page
    if (text !== '') groups.at(-1)!.push(text)
  }
  const notes = groups
    .filter(({ length }) => length > 0)
    .map((values) => ({ key: 'Notes', values }))
  return [
    ...(title ? [title] : []),
    ...others.flatMap((entry) => (entry.key === 'Contact' ? byOwnKeys(entry) : [entry])),
    ...notes,
  ]
}

const withPlaces = (places: readonly TitlePlace[]) => readPlaces(writePlaces(places).split(' '))

/** The title page of a file, and where its lines are, if not where ours would be. */
export function titlePageIn(root: XmlElement): { entries: Entry[]; places?: TitlePlace[] } {
  const paragraphs = elementsIn(childNamed(childNamed(root, 'TitlePage'), 'Content'))
  const lines = placedLines(paragraphs)
  const entries = entriesOf(lines)
  const free = Map.groupBy(lines, ({ text }) => text)
  const found = entries.flatMap(printedValues).map((text) => free.get(text)?.shift()?.place)
  const places = found.filter((place) => place !== undefined)
  if (places.length === 0 || places.length < found.length) return { entries }
  const ours = JSON.stringify(titlePages(entries, sheets.letter))
  const theirs = JSON.stringify(titlePages(entries, sheets.letter, withPlaces(places)))
  return ours === theirs ? { entries } : { entries, places }
}

const range = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/

export type PlacedScriptNote = {
  xml: XmlElement
  draft: ElementDraft
  /** The paragraph in which it begins, and its range from the start of that paragraph. */
  paragraph: number
  start: number
  end: number
}

const isBlock = (paragraph: XmlElement) =>
  paragraph.name === 'DualDialogue' ||
  childNamed(paragraph, 'DualDialogue') !== undefined ||
  childNamed(paragraph, 'OmittedScene') !== undefined

const lengthOf = (paragraph: XmlElement) =>
  rawTextOf(paragraph).length + (isBlock(paragraph) ? BLOCK_LENGTH : 0)

/** Where each paragraph begins, in characters; `extra` is the result of `joinLines`. */
export function startsOf(content: XmlElement, extra: ReadonlyMap<XmlElement, number>): number[] {
  let at = 0
  return elementsIn(content).map((paragraph) => {
    const start = at
    at += lengthOf(paragraph) + (extra.get(paragraph) ?? 0) + 1
    return start
  })
}

/** The last paragraph that begins at or before a position. */
export const paragraphAt = (starts: readonly number[], position: number): number =>
  Math.max(0, firstIndex(starts.length, (index) => starts[index]! > position) - 1)

function draftOf(note: XmlElement): ElementDraft {
  const { Type: type, Name: name = '' } = note.attributes
  const text = linesIn(note)
  // The export writes sections, numbered page breaks and synopses as notes.
  if (type === 'Section' && /^#{1,6}$/.test(name)) {
    return { type: 'section', text: text.replaceAll('\n', ' '), depth: name.length }
  }
  if (type === 'Page') {
    const isNumber = readPageBreak(`=== ${text}`) !== undefined
    // Of locked pages, which are not read, only those that stand for cut ones are written: 2-3.
    return isNumber
      ? { type: 'page-break', text: '', pageNumber: text }
      : { type: 'note', text: '' }
  }
  return type === 'Synopsis' && name === ''
    ? { type: 'synopsis', text: text.replaceAll('\n', ' ') }
    : { type: 'note', text }
}

/** The notes of a script, with the paragraphs that their ranges refer to. */
export function scriptNotesIn(root: XmlElement, starts: readonly number[]): PlacedScriptNote[] {
  return elementsIn(childNamed(root, 'ScriptNotes'))
    .filter(({ name }) => name === 'ScriptNote')
    .map((xml) => {
      const [, from, to] = range.exec(xml.attributes['Range'] ?? '') ?? []
      const paragraph = paragraphAt(starts, Number(from ?? 0))
      const first = starts[paragraph] ?? 0
      const start = Number(from ?? 0) - first
      return { xml, draft: draftOf(xml), paragraph, start, end: Number(to ?? from ?? 0) - first }
    })
    .filter(({ draft }) => draft.text !== '' || draft.type === 'page-break')
}

/** Sections, synopses and numbered pages stand above their paragraph, notes below it. */
export function besideParagraphs(notes: readonly PlacedScriptNote[]): Map<number, Beside> {
  const beside = new Map<number, Beside>()
  for (const { draft, paragraph } of notes) {
    const here = beside.get(paragraph) ?? { above: [], below: [] }
    const side = draft.type === 'note' ? here.below : here.above
    side.push(draft)
    beside.set(paragraph, here)
  }
  return beside
}
