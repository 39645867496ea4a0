import type { ElementType } from '../../elements.ts'
import { BLOCK_LENGTH, rawTextOf } from '../../final-draft/paragraph-text.ts'
import type { TypeStyles } from '../../final-draft/type-styles.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'
import { dualOf, spoken, typeOf } from './content.ts'

const joining: ReadonlySet<ElementType> = new Set(['dialogue', 'lyrics'])

const innerOf = (paragraph: XmlElement) =>
  dualOf(paragraph) ?? childNamed(paragraph, 'OmittedScene')

export const isEmpty = (paragraph: XmlElement) =>
  innerOf(paragraph) === undefined && rawTextOf(paragraph).trim() === ''

const startsPage = ({ attributes }: XmlElement) => attributes['StartsNewPage'] === 'Yes'

/** The paragraphs that continue a speech, and the empty ones inside it, which a speech in our text has not. */
function speechesIn(paragraphs: readonly XmlElement[], styles: TypeStyles) {
  const continuing = new Set<XmlElement>()
  const needless = new Set<XmlElement>()
  let empty: XmlElement[] = []
  let isSpeech = false
  for (const paragraph of paragraphs) {
    const type = innerOf(paragraph) ? 'action' : typeOf(paragraph, styles)
    if (startsPage(paragraph)) isSpeech = false
    if (isEmpty(paragraph)) {
      if (!spoken.has(type)) empty.push(paragraph)
      continue
    }
    isSpeech &&= spoken.has(type)
    if (isSpeech) continuing.add(paragraph)
    for (const each of isSpeech ? empty : []) needless.add(each)
    empty = []
    isSpeech ||= type === 'character'
  }
  return { continuing, needless }
}

const isSpeech = (type: ElementType) => type === 'character' || spoken.has(type)

/** Whether these are two speeches and nothing else. */
export function areTwoSpeeches(paragraphs: readonly XmlElement[], styles: TypeStyles): boolean {
  const types = paragraphs.map((paragraph) => typeOf(paragraph, styles))
  const names = types.filter((type) => type === 'character')
  return types[0] === 'character' && names.length === 2 && types.every(isSpeech)
}

/** What is in a block counts as the block itself does, at its start. */
function inPlaceOf(paragraphs: readonly XmlElement[], extra: Map<XmlElement, number>) {
  for (const [index, paragraph] of paragraphs.entries()) {
    extra.set(paragraph, (index === 0 ? BLOCK_LENGTH : -1) - rawTextOf(paragraph).length)
  }
  return paragraphs
}

/** The paragraphs of a script; a dual dialogue with anything else in it is what it contains, one below the other. */
function withoutMixedDuals(
  content: XmlElement,
  styles: TypeStyles,
  extra: Map<XmlElement, number>,
): XmlElement[] {
  return elementsIn(content).flatMap((paragraph) => {
    const dual = dualOf(paragraph)
    if (!dual) return [paragraph]
    dual.children = elementsIn(dual).filter((each) => !isEmpty(each))
    if (areTwoSpeeches(elementsIn(dual), styles)) return [paragraph]
    return inPlaceOf(elementsIn(dual), extra)
  })
}

/**
 * Joins dialogue below dialogue and lyrics below lyrics, which are lines of one element in our text, and drops what
 * is empty inside a speech. `extra`: how many characters of the file each paragraph has more than its text now has.
 */
export function joinLines(content: XmlElement, styles: TypeStyles) {
  let hasDropped = false
  const joined: XmlElement[] = []
  const extra = new Map<XmlElement, number>()
  const extraOf = (paragraph: XmlElement) => extra.get(paragraph) ?? 0
  const paragraphs = withoutMixedDuals(content, styles, extra)
  const { continuing, needless } = speechesIn(paragraphs, styles)
  let above: ElementType | undefined
  for (const paragraph of paragraphs) {
    const inner = innerOf(paragraph)
    if (inner) joinLines(inner, styles)
    const type = inner ? 'action' : typeOf(paragraph, styles)
    const before = startsPage(paragraph) ? undefined : joined.at(-1)
    const isNothing = isEmpty(paragraph) && spoken.has(type) && type !== above
    if (before && (isNothing || needless.has(paragraph))) {
      const length = rawTextOf(paragraph).length + 1 + extraOf(paragraph)
      extra.set(before, extraOf(before) + length)
      hasDropped = true
      continue
    }
    const { SpaceBefore: space = '0' } = paragraph.attributes
    const isApart = type === 'lyrics' && space !== '0' && !continuing.has(paragraph)
    const last = type === above && !isApart ? before : undefined
    above = joining.has(type) ? type : undefined
    if (last) {
      last.children.push({ name: 'Text', attributes: {}, children: ['\n'] })
      for (const child of paragraph.children) last.children.push(child)
      extra.set(last, extraOf(last) + extraOf(paragraph))
    } else joined.push(paragraph)
  }
  content.children = joined
  return { extra, hasDropped }
}
