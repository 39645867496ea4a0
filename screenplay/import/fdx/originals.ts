import { type FdxParagraph, writtenText } from '../../export/fdx/paragraph.ts'
import { rawTextOf } from '../../final-draft/paragraph-text.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'

/** A paragraph of a file. */
type Original = { xml: XmlElement; text: string; inner: Original[] }

type Pair = {
  original: XmlElement
  exported: FdxParagraph
  /** Paragraphs of the file above it that our text lacks. */
  above: XmlElement[]
}

/** Paragraphs that were left out in a row, at most, before what follows is found again. */
const WINDOW = 12

const innerOf = (xml: XmlElement) =>
  xml.name === 'DualDialogue'
    ? xml
    : (childNamed(xml, 'DualDialogue') ?? childNamed(xml, 'OmittedScene'))

/** How texts are compared: without what the import changes. */
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
    // Empty paragraphs are all alike.
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

/** Which paragraph of our export each paragraph of a file has become; `rest` are those below the last one. */
export const pairedParagraphs = (content: XmlElement, exported: readonly FdxParagraph[]) =>
  pair(originalsIn(content), exported)
