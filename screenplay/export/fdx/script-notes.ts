import { spansOf } from '../../emphasis.ts'
import { ParagraphKeys } from '../../final-draft/keys.ts'
import type { KeptNote } from '../../final-draft/kept-shape.ts'
import { BLOCK_LENGTH } from '../../final-draft/paragraph-text.ts'
import { xmlElement } from '../../final-draft/xml-text.ts'
import type { XmlElement } from '../../xml.ts'
import { printable } from '../printable.ts'
import { type FdxNote, type FdxParagraph, textElement, writtenText } from './paragraph.ts'

/** The characters of a paragraph as Final Draft counts them, without its end. */
export const lengthOf = ({ xml, inner }: Pick<FdxParagraph, 'xml' | 'inner'>): number =>
  writtenText(xml).length + (inner ? BLOCK_LENGTH : 0)

/** Paragraphs of plain text with emphasis markers, one for each line. */
export const textParagraphs = (text: string): XmlElement[] =>
  text.split('\n').map((line) => {
    const spans = spansOf(printable(line.trim()))
    const texts = (spans.length > 0 ? spans : [{ text: '' }]).map((span) => textElement(span))
    return xmlElement('Paragraph', {}, texts)
  })

/** The range of a note, relative to the start of its paragraph. */
function rangeIn(paragraph: FdxParagraph, { kind, at }: FdxNote): [number, number] {
  const length = lengthOf(paragraph)
  if (at !== undefined) return [Math.min(at, length), Math.min(at, length)]
  // Sections, synopses and page numbers refer to no part of the paragraph.
  return kind === 'Note' ? [0, length] : [0, 0]
}

/** A note, the offset of its paragraph in characters, and its range relative to that. */
export type PlacedNote = {
  note: FdxNote
  position: number
  range: [number, number]
  /** The paragraph that it begins in; it may end in a later one. */
  paragraph: FdxParagraph
}

/** The notes of all paragraphs, in order. */
export function placedNotes(paragraphs: readonly FdxParagraph[]): PlacedNote[] {
  const placed: PlacedNote[] = []
  let position = 0
  for (const paragraph of paragraphs) {
    for (const note of paragraph.notes) {
      placed.push({ note, position, range: rangeIn(paragraph, note), paragraph })
    }
    position += lengthOf(paragraph) + 1
  }
  return placed
}

export const noteKeys = (placed: readonly PlacedNote[]): ParagraphKeys =>
  new ParagraphKeys(placed.map(({ note: { kind, text } }) => `${kind} ${text}`))

/** The attributes that we give to a note ourselves. */
export const noteAttributes = ({ kind, depth }: FdxNote) => ({
  Name: depth ? '#'.repeat(depth) : undefined,
  Type: kind === 'Note' ? undefined : kind,
})

/** Notes, sections, and synopses that are not below a scene heading. */
export function scriptNotesOf(
  placed: readonly PlacedNote[],
  kept: readonly KeptNote[],
): XmlElement[] {
  const found = noteKeys(placed).find(kept)
  const byPlace = new Map(kept.map((each, index) => [found[index], each]))
  const ids = new Set(kept.map(({ attributes }) => attributes['Id']))
  let id = 0
  const nextId = () => {
    do id += 1
    while (ids.has(String(id)))
    return String(id)
  }
  return placed.map(({ note, position, range, paragraph }, index) => {
    const known = byPlace.get(index)
    const [from, end] = known?.range ?? range
    const start = Math.min(from, lengthOf(paragraph))
    const attributes = {
      ...noteAttributes(note),
      ...known?.attributes,
      Id: known?.attributes['Id'] ?? nextId(),
      Range: `${position + start},${position + end}`,
    }
    return xmlElement('ScriptNote', attributes, textParagraphs(note.text))
  })
}
