import { printedValues, type TitleEntry } from '../../elements.ts'
import { spansOf } from '../../emphasis.ts'
import type { Kept } from '../../final-draft/kept-shape.ts'
import { keptElement } from '../../final-draft/kept.ts'
import { titleLinesOf } from '../../import/fdx/title-page.ts'
import { childNamed, elementsIn } from '../../import/xml-tree.ts'
import type { XmlElement } from '../../xml.ts'
import { printable } from '../printable.ts'
import { textElement } from './paragraph.ts'

type Entry = Pick<TitleEntry, 'key' | 'values'>

type Pair = [number, number]

const isPairs = (place: Pair | Pair[]): place is Pair[] => Array.isArray(place[0])

/** The lines that a paragraph became. */
const pairsOf = (place: Pair | Pair[] | 0): Pair[] =>
  place === 0 ? [] : isPairs(place) ? place : [place]

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
  const places = title.places.map(pairsOf)
  const values = entries.map(printedValues)
  const lines = values.flatMap((each, entry) => each.map((_, line) => `${entry},${line}`))
  const isSame = places.flat().map(String).toSorted().join(' ') === lines.toSorted().join(' ')
  if (page?.name !== 'TitlePage' || !isSame) return undefined
  for (const [index, paragraph] of paragraphs.entries()) {
    const texts = (places[index] ?? []).flatMap(([entry, line]) => values[entry]?.[line] ?? [])
    const was = titleLinesOf(paragraph).filter(Boolean)
    if (texts.length > 0 && texts.join('\n') !== was.join('\n'))
      retyped(paragraph, texts.join('\n'))
  }
  return page
}
