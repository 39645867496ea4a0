import type { TextRange } from '../../changes/similarity.ts'
import type { Element, ElementType, Screenplay } from '../../model/elements.ts'
import { type Span, spansOf } from '../../model/emphasis.ts'
import { pointsOf } from './settings.ts'
import { xmlElement, printable, BLOCK_LENGTH } from './paragraph-text.ts'
import { pageStyleOf } from '../../layout/columns.ts'
import { formatOf } from '../../layout/page-formats.ts'
import { type RevisedSpan, revisedSpans } from '../../changes/revision.ts'
import type { XmlElement } from '../xml.ts'
import { ParagraphKeys, type KeptNote } from './kept.ts'

/** Final Draft has no type for centered text and lyrics; it uses alignment and italics instead. */
const types: Partial<Record<ElementType, string>> = {
  'scene-heading': 'Scene Heading',
  action: 'Action',
  centered: 'Action',
  character: 'Character',
  parenthetical: 'Parenthetical',
  dialogue: 'Dialogue',
  lyrics: 'Dialogue',
  transition: 'Transition',
}

/** A note, or an element that is not printed, beside a paragraph. */
export type FdxNote = {
  kind: 'Note' | 'Section' | 'Synopsis' | 'Page'
  text: string
  /** Sections only. */
  depth?: number
  /** Its offset in the text of its paragraph; unset if it refers to the whole paragraph. */
  at?: number
}

/** A paragraph of the content, and what belongs to it. */
export type FdxParagraph = {
  /** Its type and its text with emphasis markers, which identify it until either is edited. */
  key: string
  xml: XmlElement
  startsPage: boolean
  /** Whether it is directly below its own type: only between two of action or lyrics can the text express the space. */
  isBelowSame?: boolean
  /** A typed (CONT'D) that was left out where Final Draft adds none, with the space before it. */
  continued?: string
  /** Scene headings only. */
  synopses: string[]
  notes: FdxNote[]
  /** The element that it is, except around a dual dialogue. */
  element?: Element
  /** The locked pages that begin in it, and where in its text. */
  pages: { label: string; at: number }[]
  inner?: { name: 'DualDialogue' | 'OmittedScene'; paragraphs: FdxParagraph[] }
}

export type Revised = { ranges: readonly TextRange[]; id: string }

export function textElement(
  { text, bold, italic, underline }: Span,
  isLyrics = false,
  revisionId?: string,
): XmlElement {
  const styles = [
    bold && 'Bold',
    (italic || isLyrics) && 'Italic',
    underline && 'Underline',
  ].filter(Boolean)
  return xmlElement('Text', { RevisionID: revisionId, Style: styles.join('+') }, [text])
}

function spansOfElement(
  source: string,
  element: Element,
  text: string,
  revised: Revised | undefined,
): RevisedSpan[] {
  return revisedSpans(source, element, printable(text), revised?.ranges ?? [])
}

/** `text` is the text of the element, possibly without its (CONT'D). */
export function paragraphOf(
  screenplay: Screenplay,
  element: Element,
  text: string,
  revised: Revised | undefined,
): FdxParagraph {
  const { type, sceneNumber, apart, spaceAbove } = element
  const isLyrics = type === 'lyrics'
  const usual = formatOf(pageStyleOf(screenplay).setup, 'action').spaceBefore
  const space = spaceAbove ? pointsOf(usual, spaceAbove) : undefined
  const texts = spansOfElement(screenplay.source, element, text, revised).map(
    ({ isRevised, ...span }) => textElement(span, isLyrics, isRevised ? revised?.id : undefined),
  )
  const attributes = {
    Alignment: type === 'centered' && 'Center',
    Number: sceneNumber,
    // Lyrics outside a speech have space above; on import the attribute also tells lyrics from dialogue.
    SpaceBefore: isLyrics ? (apart ? '12' : '0') : space,
    Type: types[type],
  }
  return {
    key: `${type} ${text}`,
    // Final Draft has a text in every paragraph.
    xml: xmlElement('Paragraph', attributes, texts.length > 0 ? texts : [xmlElement('Text')]),
    startsPage: false,
    synopses: [],
    notes: [],
    pages: [],
    element,
  }
}

/** The paragraph around a dual dialogue. */
export const dualParagraph = (paragraphs: FdxParagraph[]): FdxParagraph => ({
  key: `dual ${paragraphs[0]?.key}`,
  xml: xmlElement('Paragraph', { SpaceBefore: '12', Type: 'General' }),
  startsPage: false,
  synopses: [],
  notes: [],
  pages: [],
  inner: { name: 'DualDialogue', paragraphs },
})

/** All paragraphs, each followed by the ones nested in it. */
export const allParagraphs = (paragraphs: readonly FdxParagraph[]): FdxParagraph[] =>
  paragraphs.flatMap((each) => [each, ...allParagraphs(each.inner?.paragraphs ?? [])])

/** What is written in a paragraph. */
export const writtenText = ({ children }: XmlElement): string =>
  children
    .map((child) => {
      if (typeof child === 'string' || child.name !== 'Text') return ''
      return child.children.filter((text) => typeof text === 'string').join('')
    })
    .join('')

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
type PlacedNote = {
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
