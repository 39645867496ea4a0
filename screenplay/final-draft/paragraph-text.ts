import type { ElementType } from '../elements.ts'
import type { Span } from '../emphasis.ts'
import { styleNamesOf } from './read-settings.ts'
import { markedText } from '../marked-text.ts'
import type { XmlElement } from '../xml.ts'
import { spansFor } from '../import/spans.ts'
import { elementsIn, ownText } from '../import/xml-tree.ts'

const isStyled = (element: XmlElement, style: string) =>
  styleNamesOf(element.attributes['Style']).includes(style)

export const isItalic = (text: XmlElement) => isStyled(text, 'Italic')

const normalized = (text: XmlElement) => ownText(text).replaceAll(/\r\n?|\u2028/g, '\n')

/** What our parser reads for a tab. */
const TAB = '    '

const capitalsInside = /\p{Ll}\p{Lu}/u

/** The font of a type becomes emphasis in the text only if the type is not an element of ours (`isOwn`). */
export type TextOptions = { element?: ElementType; font?: readonly string[]; isOwn?: boolean }

/** What is written in a paragraph. */
export const rawTextOf = (paragraph: XmlElement): string =>
  elementsIn(paragraph)
    .filter(({ name }) => name === 'Text')
    .map(normalized)
    .join('')

/** The text of a paragraph with emphasis markers. */
export function markedTextOf(paragraph: XmlElement, options: TextOptions = {}): string {
  const { element = 'action', font = [], isOwn = true } = options
  // A line with a name such as McNAB stays as it is typed, if the element is printed in capitals anyway.
  const isMixed = isOwn && capitalsInside.test(rawTextOf(paragraph))
  const spans = elementsIn(paragraph)
    .filter(({ name }) => name === 'Text')
    .map((text): Span => {
      const raw = normalized(text).replaceAll('\t', TAB)
      const inherited = text.attributes['Style'] === undefined && !isOwn ? font : []
      const has = (style: string) => inherited.includes(style) || isStyled(text, style)
      const inCapitals = isStyled(text, 'AllCaps') || (font.includes('AllCaps') && !isMixed)
      const span: Span = { text: inCapitals ? raw.toUpperCase() : raw }
      if (has('Bold')) span.bold = true
      if (has('Italic') && element !== 'lyrics') span.italic = true
      if (has('Underline')) span.underline = true
      return span
    })
  return markedText(spansFor(element, spans))
}

/** The lines of the paragraphs in an element. */
export const linesIn = (element: XmlElement | undefined): string =>
  elementsIn(element)
    .filter(({ name }) => name === 'Paragraph')
    .map((paragraph) => markedTextOf(paragraph))
    .join('\n')
    .trim()

/** The characters that Final Draft counts for a block inside a paragraph, whatever it contains. */
export const BLOCK_LENGTH = 2
