import type { ElementType } from '../../elements.ts'
import { plainText } from '../../emphasis.ts'
import { withoutAutomaticContinueds } from '../../layout/continueds.ts'
import type { PageSetup } from '../../page-setup/setup.ts'
import { markedText } from '../../marked-text.ts'
import { isForcedSceneHeading, isSceneHeading } from '../../parse/line-kinds.ts'
import { escapeCommentEnds } from '../../production/omitted-scenes.ts'
import { fountainOf } from '../../write.ts'
import type { ElementDraft } from '../../write/draft.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn, ownText } from '../xml-tree.ts'
import { extraRows, type TypeStyles } from '../../final-draft/type-styles.ts'
import { isItalic, linesIn, markedTextOf, rawTextOf } from '../../final-draft/paragraph-text.ts'

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
