import type { TitleEntry } from '../../elements.ts'
import { spansOf } from '../../emphasis.ts'
import type { Kept } from '../../final-draft/kept.ts'
import { keptElement } from '../../final-draft/kept.ts'
import { markedTextOf } from '../../final-draft/paragraph-text.ts'
import { childNamed, elementsIn } from '../../import/xml-tree.ts'
import type { XmlElement } from '../../xml.ts'
import { printable } from '../printable.ts'
import { textElement } from './paragraph.ts'

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** Replaces the text of a paragraph, but keeps its font. */
function retyped(paragraph: XmlElement, text: string): void {
  const { Style: _, ...font } = childNamed(paragraph, 'Text')?.attributes ?? {}
  paragraph.children = spansOf(printable(text)).map((span) => {
    const element = textElement(span)
    element.attributes = { ...font, ...element.attributes }
    return element
  })
}

/** The imported title page with the current text of its lines; undefined if lines were added or removed. */
export function keptTitlePage(
  title: NonNullable<Kept['title']>,
  entries: readonly Entry[],
): XmlElement | undefined {
  const page = keptElement(title.xml)
  const paragraphs = elementsIn(childNamed(page, 'Content'))
  const places = title.places.flatMap((place) => (place === 0 ? [] : [place.join()]))
  const lines = entries.flatMap(({ values }, entry) => values.map((_, line) => `${entry},${line}`))
  const isSame = places.toSorted().join(' ') === lines.toSorted().join(' ')
  if (page?.name !== 'TitlePage' || !isSame) return undefined
  for (const [index, paragraph] of paragraphs.entries()) {
    const place = title.places[index]
    const text = place ? entries[place[0]]?.values[place[1]] : undefined
    if (text !== undefined && markedTextOf(paragraph).trim() !== text) retyped(paragraph, text)
  }
  return page
}
