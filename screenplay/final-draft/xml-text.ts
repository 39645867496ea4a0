import { printable } from '../export/printable.ts'
import { escapeXml, type XmlElement } from '../xml.ts'

export type Attributes = Readonly<Record<string, string | false | undefined>>

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
