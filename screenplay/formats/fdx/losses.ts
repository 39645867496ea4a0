import { rawTextOf } from './paragraph-text.ts'
import type { TypeStyles } from './settings.ts'
import { type XmlElement, childNamed, elementsIn, ownText } from '../xml.ts'
import { dualOf, typeOf, areTwoSpeeches, isEmpty, spoken } from './read-content.ts'
import { withoutContinued } from './write-content.ts'
import { type FdxParagraph, writtenText } from './write-paragraph.ts'

/** What a file has that our pages do not show, or our text does not have. */
export const fdxLosses = [
  'revision-marks',
  'fonts',
  'formats',
  'headers',
  'empty-paragraphs',
  'line-breaks',
  'other-elements',
  'dual-dialogue',
  'dialogue-without-name',
  'locked-pages',
  'too-much',
] as const

export type FdxLoss = (typeof fdxLosses)[number]

const oneLine = new Set(['scene-heading', 'character', 'parenthetical', 'transition'])
const black = /^#?0*$/

const isSet = (value: string | undefined, usual: RegExp) =>
  value !== undefined && value !== '' && !usual.test(value)

const hasFont = ({ attributes }: XmlElement) =>
  isSet(attributes['Font'], /courier/i) ||
  isSet(attributes['Size'], /^12(?:\.0*)?$/) ||
  isSet(attributes['Color'], black)

/** Page numbers are printed by us too. */
function hasHeader(root: XmlElement): boolean {
  const part = childNamed(root, 'HeaderAndFooter')
  return ['Header', 'Footer'].some((name) => {
    const isShown = part?.attributes[`${name}Visible`] === 'Yes'
    const pieces = elementsIn(childNamed(part, name)).flatMap(elementsIn)
    return (
      isShown &&
      pieces.some((piece) =>
        piece.name === 'DynamicLabel'
          ? piece.attributes['Type'] !== 'Page #'
          : /[\p{L}\p{N}]/u.test(ownText(piece)),
      )
    )
  })
}

const measures = ['LeftIndent', 'RightIndent', 'FirstIndent', 'Spacing']

const isOther = (value: string | undefined, usual: string | undefined) =>
  value !== undefined && usual !== undefined && Number(value) !== Number(usual)

/** Whether a paragraph, or a type that prints as action, has margins or spacing of its own. */
function hasFormat({ attributes }: XmlElement, type: string, styles: TypeStyles): boolean {
  const { isOwn, paragraphAttributes: own } = styles.of(attributes['Type'] ?? 'Action')
  const { paragraphAttributes: action } = styles.of('Action')
  return measures.some(
    (name) =>
      isOther(attributes[name], own[name]) ||
      (!isOwn && type === 'action' && isOther(own[name], action[name])),
  )
}

const allParagraphs = (content: XmlElement): XmlElement[] =>
  elementsIn(content).flatMap((paragraph) => {
    const dual = dualOf(paragraph)
    return dual ? allParagraphs(dual) : [paragraph]
  })

/** The losses that a file itself shows; its paragraphs must not have been joined yet. */
export function lossesIn(root: XmlElement, content: XmlElement, styles: TypeStyles): Set<FdxLoss> {
  const losses = new Set<FdxLoss>()
  if (hasHeader(root)) losses.add('headers')
  for (const paragraph of elementsIn(content)) {
    const inside = elementsIn(dualOf(paragraph)).filter((each) => !isEmpty(each))
    if (dualOf(paragraph) && !areTwoSpeeches(inside, styles)) losses.add('dual-dialogue')
  }
  for (const paragraph of allParagraphs(content)) {
    for (const piece of elementsIn(paragraph)) {
      if (piece.name !== 'Text') continue
      if (isSet(piece.attributes['RevisionID'], /^0$/)) losses.add('revision-marks')
      if (hasFont(piece)) losses.add('fonts')
    }
    const type = typeOf(paragraph, styles)
    const text = rawTextOf(paragraph).trim()
    if (text === '') continue
    const isBroken = oneLine.has(type) && text.includes('\n')
    if (isBroken || text.includes('\t')) losses.add('line-breaks')
    const { element } = styles.of(paragraph.attributes['Type'] ?? 'Action')
    if (oneLine.has(element) && type !== element) losses.add('other-elements')
    if (hasFormat(paragraph, type, styles)) losses.add('formats')
  }
  return losses
}

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
