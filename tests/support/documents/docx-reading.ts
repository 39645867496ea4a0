import { readXml, type XmlElement, Zip } from '../../../screenplay/formats.ts'

export const childNamed = (element: XmlElement | undefined, name: string) =>
  element?.children.find(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  )

/** Every element of this name, in the order of the document. */
export function allNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.name === name ? [child, ...allNamed(child, name)] : allNamed(child, name)
  })
}

/** The text of a paragraph, with its line breaks and tabs as characters. */
export const textOf = (paragraph: XmlElement): string =>
  paragraph.children
    .map((child) => {
      if (typeof child === 'string') return paragraph.name === 'w:t' ? child : ''
      if (child.name === 'w:br') return '\n'
      return child.name === 'w:tab' && Object.keys(child.attributes).length === 0
        ? '\t'
        : textOf(child)
    })
    .join('')

export async function openDocx(bytes: Uint8Array) {
  const zip = new Zip(new Uint8Array(bytes))
  const text = async (name: string) => new TextDecoder().decode(await zip.read(name))
  const xml = async (name: string) => readXml(await text(name))
  const [document, styles] = await Promise.all([xml('word/document.xml'), xml('word/styles.xml')])
  const paragraphs = allNamed(document, 'w:p')
  const styleIds = new Map(
    allNamed(styles, 'w:style').map((style) => [
      style.attributes['w:styleId'],
      childNamed(style, 'w:name')?.attributes['w:val'] ?? '',
    ]),
  )
  return {
    zip,
    text,
    xml,
    document,
    paragraphs,
    /** The paragraph's style, by the name that Word shows. */
    styleOf: (paragraph: XmlElement) =>
      styleIds.get(childNamed(childNamed(paragraph, 'w:pPr'), 'w:pStyle')?.attributes['w:val']),
    styleNamed: (name: string) =>
      allNamed(styles, 'w:style').find(
        (style) => childNamed(style, 'w:name')?.attributes['w:val'] === name,
      ),
    paragraphWith: (words: string) => paragraphs.find((paragraph) => textOf(paragraph) === words),
  }
}
