import type { ElementType } from '../../elements.ts'
import { escapeCommentEnds } from '../../production/omitted-scenes.ts'
import { fountainOf } from '../../write.ts'
import type { ElementDraft } from '../../write/draft.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'
import { extraRows, type TypeStyles } from '../../final-draft/type-styles.ts'
import { isItalic, linesIn, markedTextOf } from '../../final-draft/paragraph-text.ts'

/** Elements to insert above and below a paragraph. */
export type Beside = { above: ElementDraft[]; below: ElementDraft[] }

/** Reads the paragraphs of a script. */
export class ContentReader {
  readonly #styles: TypeStyles

  constructor(styles: TypeStyles) {
    this.#styles = styles
  }

  draftsOf(content: XmlElement, beside: ReadonlyMap<number, Beside> = new Map()): ElementDraft[] {
    const drafts: ElementDraft[] = []
    for (const [index, paragraph] of elementsIn(content).entries()) {
      const { above = [], below = [] } = beside.get(index) ?? {}
      drafts.push(...above)
      const isBroken = above.some(({ type }) => type === 'page-break')
      if (!isBroken && drafts.length > 0 && this.#startsPage(paragraph)) {
        drafts.push({ type: 'page-break', text: '' })
      }
      drafts.push(...this.#spaced(paragraph, drafts.at(-1)), ...below)
    }
    return withoutNeedlessRows(drafts)
  }

  /** For types with a format of their own, the page setup already says whether they start a page. */
  #startsPage({ attributes }: XmlElement): boolean {
    const own = attributes['StartsNewPage']
    const { isOwn, startsPage } = this.#styles.of(attributes['Type'] ?? 'Action')
    return own === undefined ? startsPage && !isOwn : own === 'Yes'
  }

  #paragraph(paragraph: XmlElement): ElementDraft[] {
    const dual = dualOf(paragraph)
    if (dual) return this.#dual(dual)
    if (paragraph.name !== 'Paragraph') return []
    const draft = this.#draft(paragraph)
    if (draft.text.trim() === '') return spoken.has(draft.type) ? [] : [EMPTY_ROW]
    return [
      draft,
      ...synopsesOf(paragraph),
      ...this.#omitted(paragraph, draft),
      ...notesOf(paragraph),
    ]
  }

  /** Between two action paragraphs, extra space becomes empty lines. */
  #spaced(paragraph: XmlElement, above: ElementDraft | undefined): ElementDraft[] {
    const [first, ...others] = this.#paragraph(paragraph)
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
    const text = markedTextOf(paragraph, { element: type, font, isOwn })
    const draft: ElementDraft = { type, text: type === 'action' ? text : text.trim() }
    const sceneNumber = number ?? childNamed(paragraph, 'SceneProperties')?.attributes['Number']
    if (type === 'scene-heading' && sceneNumber) draft.sceneNumber = sceneNumber
    return draft
  }

  #dual(dual: XmlElement): ElementDraft[] {
    let names = 0
    const drafts = elementsIn(dual)
      .flatMap((paragraph) => this.#paragraph(paragraph))
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
    const elements = scene ? this.draftsOf(scene) : []
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

/** Removes empty rows at the end, and those above an element that continues a speech. */
function withoutNeedlessRows(drafts: readonly ElementDraft[]): ElementDraft[] {
  let isNeedless = true
  return drafts
    .toReversed()
    .filter(({ type, blank }) => {
      if (!blank && type !== 'note' && type !== 'page-break') isNeedless = spoken.has(type)
      return !blank || !isNeedless
    })
    .toReversed()
}

const joining: ReadonlySet<ElementType> = new Set(['dialogue', 'lyrics'])

/** Joins dialogue below dialogue and lyrics below lyrics, which are lines of one element in our text. */
export function joinLines(content: XmlElement, styles: TypeStyles): void {
  const joined: XmlElement[] = []
  let above: ElementType | undefined
  for (const paragraph of elementsIn(content)) {
    const inner = dualOf(paragraph) ?? childNamed(paragraph, 'OmittedScene')
    if (inner) joinLines(inner, styles)
    const { SpaceBefore: space = '0', StartsNewPage: starts = 'No' } = paragraph.attributes
    const type = inner ? 'action' : typeOf(paragraph, styles)
    const last = type === above && space === '0' && starts === 'No' ? joined.at(-1) : undefined
    above = joining.has(type) ? type : undefined
    if (last) {
      last.children.push({ name: 'Text', attributes: {}, children: ['\n'] })
      for (const child of paragraph.children) last.children.push(child)
    } else joined.push(paragraph)
  }
  content.children = joined
}

/** The type of the element that a paragraph becomes. */
export function typeOf(paragraph: XmlElement, styles: TypeStyles): ElementType {
  const { Type: name = 'Action', Alignment } = paragraph.attributes
  const { element } = styles.of(name)
  if (element === 'dialogue' && looksLikeLyrics(paragraph)) return 'lyrics'
  const isAligned = element === 'action' || element === 'centered'
  if (Alignment === undefined || !isAligned) return element
  return Alignment === 'Center' ? 'centered' : 'action'
}

/** Not all versions of Final Draft have a type for lyrics, so the export writes them in this form. */
const looksLikeLyrics = (paragraph: XmlElement) =>
  paragraph.attributes['SpaceBefore'] !== undefined &&
  elementsIn(paragraph).every((text) => text.name !== 'Text' || isItalic(text))

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
