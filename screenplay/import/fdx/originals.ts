import { withoutContinued } from '../../export/fdx/content.ts'
import { type FdxParagraph, writtenText } from '../../export/fdx/paragraph.ts'
import { rawTextOf } from '../../final-draft/paragraph-text.ts'
import type { TypeStyles } from '../../final-draft/type-styles.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'
import { dualOf, spoken, typeOf } from './content.ts'

/** A paragraph of a file, and the exported one with its text. */
export type Pair = { original: XmlElement; exported: FdxParagraph }

/** How many exported paragraphs to search ahead for the counterpart of an original. */
const WINDOW = 12

const innerOf = (xml: XmlElement) => dualOf(xml) ?? childNamed(xml, 'OmittedScene')

/** A type and its text without what the import may change: white space, case, parentheses, (CONT'D). */
const comparable = (type: string, text: string) =>
  `${type} ${withoutContinued(text)
    .replaceAll(/^\s*\(|\)\s*$|\s+/g, ' ')
    .trim()
    .toUpperCase()}`

/** A dual dialogue has no text of its own, so its first cue identifies it. */
function originalText(xml: XmlElement, styles: TypeStyles): string {
  const [first] = elementsIn(dualOf(xml))
  if (first) return originalText(first, styles)
  const [type, text] = [typeOf(xml, styles), rawTextOf(xml)]
  // An empty paragraph of any type is an empty row of action, except in a speech.
  return comparable(text.trim() === '' && !spoken.has(type) ? 'action' : type, text)
}

function exportedText({ key, xml, inner }: FdxParagraph): string {
  const [first] = inner?.name === 'DualDialogue' ? inner.paragraphs : []
  return first ? exportedText(first) : comparable(key.slice(0, key.indexOf(' ')), writtenText(xml))
}

/** Without a cue above, dialogue became action, which has nothing of what the file says about dialogue. */
const unspoken = (text: string) => text.replace(/^(?:dialogue|parenthetical) /, 'action ')

/** Pairs the paragraphs of a file with those of the export that have the same type and text. */
export function pairedParagraphs(
  content: XmlElement | undefined,
  exported: readonly FdxParagraph[],
  styles: TypeStyles,
): Pair[] {
  const texts = exported.map(exportedText)
  const pairs: Pair[] = []
  let at = 0
  for (const original of elementsIn(content)) {
    const text = originalText(original, styles)
    // Empty paragraphs cannot be told apart, so one matches only the next exported paragraph.
    const ahead = texts
      .slice(at, at + (text.endsWith(' ') ? 1 : WINDOW))
      .findIndex((each) => each === text || each === unspoken(text))
    const found = exported[at + ahead]
    if (ahead < 0 || !found) continue
    at += ahead + 1
    if (texts[at - 1] !== text) continue
    pairs.push({ original, exported: found })
    pairs.push(...pairedParagraphs(innerOf(original), found.inner?.paragraphs ?? [], styles))
  }
  return pairs
}
