import { rawTextOf } from '../../final-draft/paragraph-text.ts'
import type { TypeStyles } from '../../final-draft/type-styles.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn, ownText } from '../xml-tree.ts'
import { dualOf, typeOf } from './content.ts'
import { areTwoSpeeches, isEmpty } from './join-lines.ts'

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
