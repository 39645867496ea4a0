import { type FdxParagraph, writtenText } from '../../export/fdx/paragraph.ts'
import { rawTextOf } from '../../final-draft/paragraph-text.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'

/** A paragraph of a file. */
type Original = { xml: XmlElement; text: string; inner: Original[] }

type Pair = {
  original: XmlElement
  exported: FdxParagraph
  /** Paragraphs directly above it in the file that the imported text lacks. */
  above: XmlElement[]
}

/** How many exported paragraphs to search ahead for the counterpart of an original. */
const WINDOW = 12

const innerOf = (xml: XmlElement) =>
  xml.name === 'DualDialogue'
    ? xml
    : (childNamed(xml, 'DualDialogue') ?? childNamed(xml, 'OmittedScene'))

/** Normalizes whitespace and case, which the import may change, so that texts can be compared. */
const comparable = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toUpperCase()

function originalsIn(content: XmlElement | undefined): Original[] {
  return elementsIn(content).map((xml) => {
    const inner = originalsIn(innerOf(xml))
    // A dual dialogue has no text of its own.
    const text = comparable(rawTextOf(xml) || (inner[0]?.text ?? ''))
    return { xml, text, inner }
  })
}

const exportedText = ({ xml, inner }: FdxParagraph): string =>
  comparable(writtenText(xml) || (inner?.paragraphs[0] ? exportedText(inner.paragraphs[0]) : ''))

function pair(originals: readonly Original[], exported: readonly FdxParagraph[]) {
  const pairs: Pair[] = []
  const texts = exported.map(exportedText)
  let at = 0
  let above: XmlElement[] = []
  for (const { xml, text, inner } of originals) {
    // Empty paragraphs cannot be told apart, so one matches only the next exported paragraph.
    const ahead = texts.slice(at, at + (text === '' ? 1 : WINDOW)).indexOf(text)
    const found = exported[at + ahead]
    if (ahead < 0 || !found) {
      above.push(xml)
      continue
    }
    pairs.push({ original: xml, exported: found, above })
    above = []
    at += ahead + 1
    pairs.push(...pair(inner, found.inner?.paragraphs ?? []).pairs)
  }
  return { pairs, rest: above }
}

/** Pairs the paragraphs of a file with those of the export; `rest` are those below the last pair. */
export const pairedParagraphs = (content: XmlElement, exported: readonly FdxParagraph[]) =>
  pair(originalsIn(content), exported)
