import type { ElementType } from '../../model/elements.ts'
import type { Span } from '../../model/emphasis.ts'
import { styleNamesOf } from './settings.ts'
import { markedText } from '../../model/marked-text.ts'
import { type XmlElement, elementsIn, ownText, escapeXml } from '../xml.ts'
import { spansFor } from '../text/rows.ts'

const isStyled = (element: XmlElement, style: string) =>
  styleNamesOf(element.attributes['Style']).includes(style)

export const isItalic = (text: XmlElement) => isStyled(text, 'Italic')

const normalized = (text: XmlElement) => ownText(text).replaceAll(/\r\n?|\u2028/g, '\n')

/** What our parser reads for a tab. */
const TAB = '    '

const capitalsInside = /\p{Ll}\p{Lu}/u

/** The font of a type becomes emphasis in the text only if the type is not an element of ours (`isOwn`). */
type TextOptions = { element?: ElementType; font?: readonly string[]; isOwn?: boolean }

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

/** Not allowed in XML 1.0: control characters, lone surrogates, two noncharacters. */
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Removes what XML cannot represent; expands tabs to four spaces, as in Fountain. */
export const printable = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').replaceAll(unprintable, '')

type Attributes = Readonly<Record<string, string | false | undefined>>

/** An element with the attributes that are not empty, in the order of their names, as Final Draft has them. */
export function xmlElement(
  name: string,
  attributes: Attributes = {},
  children: XmlElement['children'] = [],
): XmlElement {
  const given = Object.entries(attributes).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const sorted = given.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { name, attributes: Object.fromEntries(sorted), children }
}

/** Children without the white space between them. */
const content = ({ children }: XmlElement) =>
  children.some((child) => typeof child !== 'string')
    ? children.filter((child) => typeof child !== 'string' || child.trim() !== '')
    : children

const tagOf = ({ name, attributes }: XmlElement) =>
  Object.entries(attributes).reduce(
    (tag, [key, value]) => `${tag} ${key}="${escapeXml(printable(value))}"`,
    `<${name}`,
  )

/** On one line. */
export function compactXml(element: XmlElement): string {
  const inside = content(element).map((child) =>
    typeof child === 'string' ? escapeXml(child) : compactXml(child),
  )
  const tag = tagOf(element)
  return inside.length === 0 ? `${tag}/>` : `${tag}>${inside.join('')}</${element.name}>`
}

/** One element to a line; text stays within its element. */
export function xmlText(element: XmlElement, indent = ''): string {
  const inside = content(element)
  const hasText = inside.some((child) => typeof child === 'string')
  if (hasText || inside.length === 0 || element.name === 'Text') {
    const isEmptyText = element.name === 'Text' && inside.length === 0
    return indent + (isEmptyText ? `${tagOf(element)}></Text>` : compactXml(element))
  }
  const lines = inside.map((child) => xmlText(child as XmlElement, `${indent}  `))
  return `${indent}${tagOf(element)}>\n${lines.join('\n')}\n${indent}</${element.name}>`
}
