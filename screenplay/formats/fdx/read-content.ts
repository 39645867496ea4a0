import type { ElementType } from '../../model/elements.ts'
import { plainText } from '../../model/emphasis.ts'
import { withoutAutomaticContinueds } from '../../layout/continueds.ts'
import type { PageSetup } from '../../layout/page-formats.ts'
import { markedText } from '../../model/marked-text.ts'
import { isForcedSceneHeading, isSceneHeading } from '../../model/line-reader.ts'
import { escapeCommentEnds } from '../../production/scene-numbers.ts'
import { fountainOf, type ElementDraft } from '../../model/write.ts'
import { type XmlElement, childNamed, elementsIn, ownText } from '../xml.ts'
import { extraRows, type TypeStyles } from './settings.ts'
import { isItalic, linesIn, markedTextOf, rawTextOf, BLOCK_LENGTH } from './paragraph-text.ts'

/** Elements to insert above and below a paragraph. */
export type Beside = { above: ElementDraft[]; below: ElementDraft[] }

/** Reads the paragraphs of a script. */
export class ContentReader {
  readonly #styles: TypeStyles
  readonly #setup: PageSetup
  /** Whether dialogue without a name above it became action. */
  hasDialogueWithoutName = false

  constructor(styles: TypeStyles, setup: PageSetup) {
    this.#styles = styles
    this.#setup = setup
  }

  draftsOf(content: XmlElement, beside: ReadonlyMap<number, Beside> = new Map()): ElementDraft[] {
    const drafts: ElementDraft[] = []
    let isSpeech = false
    for (const [index, paragraph] of elementsIn(content).entries()) {
      const { above = [], below = [] } = beside.get(index) ?? {}
      drafts.push(...above)
      const isBroken = above.some(({ type }) => type === 'page-break')
      const breaks = !isBroken && drafts.length > 0 && this.#startsPage(paragraph)
      if (breaks) drafts.push({ type: 'page-break', text: '' })
      isSpeech &&= !breaks && above.every(({ type }) => type === 'note')
      for (const draft of this.#spaced(paragraph, drafts.at(-1), isSpeech)) {
        if (draft.type !== 'note') isSpeech = continuesSpeech(draft, isSpeech)
        drafts.push(draft)
      }
      drafts.push(...below)
    }
    return withoutLastRows(drafts)
  }

  /** For types with a format of their own, the page setup already says whether they start a page. */
  #startsPage({ attributes }: XmlElement): boolean {
    const own = attributes['StartsNewPage']
    const { isOwn, startsPage } = this.#styles.of(attributes['Type'] ?? 'Action')
    return own === undefined ? startsPage && !isOwn : own === 'Yes'
  }

  #paragraph(paragraph: XmlElement, isSpeech: boolean): ElementDraft[] {
    const dual = dualOf(paragraph)
    if (dual) return this.#dual(dual)
    if (paragraph.name !== 'Paragraph') return []
    const draft = this.#draft(paragraph)
    if (draft.text.trim() === '') return spoken.has(draft.type) ? [] : [EMPTY_ROW]
    if (needsCue(draft) && !isSpeech) {
      draft.type = 'action'
      this.hasDialogueWithoutName = true
    }
    const synopses = synopsesOf(paragraph)
    const isHeading = draft.type === 'scene-heading'
    return [
      ...(isHeading ? [draft, ...synopses] : [...synopses, draft]),
      ...this.#omitted(paragraph, draft),
      ...notesOf(paragraph),
    ]
  }

  /** Between two action paragraphs, extra space becomes empty lines. */
  #spaced(
    paragraph: XmlElement,
    above: ElementDraft | undefined,
    isSpeech: boolean,
  ): ElementDraft[] {
    const [first, ...others] = this.#paragraph(paragraph, isSpeech)
    if (!first) return []
    if (first.type !== 'action' || first.blank || above?.type !== 'action')
      return [first, ...others]
    const { SpaceBefore, Type = 'Action' } = paragraph.attributes
    const points = SpaceBefore ?? this.#styles.of(Type).paragraphAttributes['SpaceBefore']
    const spaceAbove = extraRows(points, this.#styles.actionSpace)
    return [spaceAbove > 0 ? { ...first, spaceAbove } : first, ...others]
  }

  #draft(paragraph: XmlElement): ElementDraft {
    const { Type: name = 'Action', Number: number } = paragraph.attributes
    const type = typeOf(paragraph, this.#styles)
    const { font, isOwn } = this.#styles.of(name)
    const marked = markedTextOf(paragraph, { element: type, font, isOwn }).replaceAll(
      /(?<! ) +$/gm,
      '',
    )
    // Emphasis at its start would hide a heading from Fountain.
    const isHidden = type === 'scene-heading' && !mayBeHeading(marked.trim())
    const text = isHidden ? markedText([{ text: plainText(marked) }]) : marked
    const draft: ElementDraft = { type, text: type === 'action' ? text : text.trim() }
    const sceneNumber = number ?? childNamed(paragraph, 'SceneProperties')?.attributes['Number']
    if (type === 'scene-heading' && sceneNumber) draft.sceneNumber = sceneNumber
    return draft
  }

  #dual(dual: XmlElement): ElementDraft[] {
    let names = 0
    const drafts = elementsIn(dual)
      .flatMap((paragraph) => this.#paragraph(paragraph, true))
      .filter(({ blank }) => !blank)
    for (const draft of drafts) {
      if (draft.type === 'character') names += 1
      draft.dual = names > 1 ? 'right' : 'left'
    }
    return drafts
  }

  /** An omitted scene keeps its number; its text becomes a boneyard below the heading. */
  #omitted(paragraph: XmlElement, { sceneNumber }: ElementDraft): ElementDraft[] {
    const scene = childNamed(paragraph, 'OmittedScene')
    const elements = withoutAutomaticContinueds(scene ? this.draftsOf(scene) : [], this.#setup)
    const [heading] = elements
    if (!heading) return []
    if (heading.type === 'scene-heading' && sceneNumber) heading.sceneNumber ??= sceneNumber
    return [{ type: 'boneyard', text: escapeCommentEnds(fountainOf({ elements }).trimEnd()) }]
  }
}

export const dualOf = (paragraph: XmlElement) =>
  paragraph.name === 'DualDialogue' ? paragraph : childNamed(paragraph, 'DualDialogue')

const EMPTY_ROW: ElementDraft = { type: 'action', text: '', blank: true }

/** Elements that need a cue above them. */
export const spoken: ReadonlySet<string> = new Set(['dialogue', 'parenthetical', 'lyrics'])

const needsCue = ({ type }: ElementDraft) => type === 'dialogue' || type === 'parenthetical'

/** Whether dialogue may follow an element; dual dialogue is complete. */
const continuesSpeech = ({ type, dual }: ElementDraft, isSpeech: boolean) =>
  dual === undefined && (type === 'character' || (isSpeech && spoken.has(type)))

/** Without empty rows and page breaks behind all text. */
function withoutLastRows(drafts: readonly ElementDraft[]): ElementDraft[] {
  const last = drafts.findLastIndex(
    ({ type, blank }) => !blank && type !== 'note' && type !== 'page-break',
  )
  return drafts.filter(
    ({ type, blank, pageNumber }, at) =>
      at < last || !(blank || (type === 'page-break' && pageNumber === undefined)),
  )
}

/** The type of the element that a paragraph becomes. */
export function typeOf(paragraph: XmlElement, styles: TypeStyles): ElementType {
  const { Type: name = 'Action', Alignment } = paragraph.attributes
  const { element } = styles.of(name)
  if (element === 'dialogue' && looksLikeLyrics(paragraph)) return 'lyrics'
  const text = rawTextOf(paragraph).trim()
  if (element === 'parenthetical' && !mayBeParenthetical(text)) return 'dialogue'
  if (element === 'scene-heading' && text !== '' && !mayBeHeading(text)) return 'action'
  const isAligned = element === 'action' || element === 'centered'
  if (Alignment === undefined || !isAligned) return element
  return Alignment === 'Center' ? 'centered' : 'action'
}

/** In our text "(low) Hello" is dialogue. */
const mayBeParenthetical = (text: string) =>
  !text.startsWith('(') || !text.includes(')') || text.endsWith(')')

/** Fountain has no heading that begins with a sign. */
const mayBeHeading = (text: string) => isSceneHeading(text) || isForcedSceneHeading(`.${text}`)

/** Not all versions of Final Draft have a type for lyrics, so the export writes them in this form. */
const looksLikeLyrics = (paragraph: XmlElement) => {
  const texts = elementsIn(paragraph).filter(({ name }) => name === 'Text')
  const filled = texts.filter((text) => ownText(text).trim() !== '')
  return (
    paragraph.attributes['SpaceBefore'] !== undefined &&
    (filled.length > 0 ? filled : texts).every(isItalic)
  )
}

const synopsesOf = (paragraph: XmlElement): ElementDraft[] =>
  linesIn(childNamed(childNamed(paragraph, 'SceneProperties'), 'Summary'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((text) => ({ type: 'synopsis', text }))

/** Final Draft 8 stored notes inside their paragraphs. */
const notesOf = (paragraph: XmlElement): ElementDraft[] =>
  elementsIn(paragraph)
    .filter(({ name }) => name === 'ScriptNote')
    .map((note): ElementDraft => ({ type: 'note', text: linesIn(note) }))
    .filter(({ text }) => text !== '')

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
