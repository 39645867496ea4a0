import type { TextRange } from '../../compare/comparison.ts'
import type { Element, ElementType, Screenplay } from '../../elements.ts'
import type { Span } from '../../emphasis.ts'
import { pointsOf } from '../../final-draft/type-styles.ts'
import { xmlElement } from '../../final-draft/xml-text.ts'
import { pageStyleOf } from '../../layout/page-style.ts'
import { formatOf } from '../../page-setup/setup.ts'
import { type RevisedSpan, revisedSpans } from '../../revision/revised-spans.ts'
import type { XmlElement } from '../../xml.ts'
import { printable } from '../printable.ts'

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
