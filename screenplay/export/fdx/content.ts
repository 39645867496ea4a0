import { type Element, type ElementType, hasRows, type Screenplay } from '../../elements.ts'
import { parse } from '../../parse.ts'
import { textPositions } from '../../parse/text-positions.ts'
import { unescapeCommentEnds } from '../../production/omitted-scenes.ts'
import { isPageMark } from '../../production/page-marks.ts'
import {
  dualParagraph,
  type FdxNote,
  type FdxParagraph,
  paragraphOf,
  type Revised,
  writtenText,
} from './paragraph.ts'

const inlineNote = /\\.|\[\[((?:(?!\[\[).)*?)\]\]/gs
const omitted = /^omitted$/i

type Options = {
  revised?: Revised | undefined
  /** The numbers of pages that stand for cut ones too, by the element they begin with. */
  cutPages?: ReadonlyMap<Element, string> | undefined
  /** Whether to drop a typed (CONT'D), because Final Draft adds it automatically. */
  dropsContinued: boolean
}

/** The content of a Final Draft file. Includes unprinted elements, except boneyard. */
export function contentOf(screenplay: Screenplay, options: Options): FdxParagraph[] {
  return new Content(screenplay, options).read()
}

class Content {
  readonly #screenplay: Screenplay
  readonly #options: Options
  readonly #paragraphs: FdxParagraph[] = []
  /** Notes and unprinted elements to attach to the next paragraph. */
  #above: FdxNote[] = []
  #startsPage = false
  /** The scene heading that the following synopses belong to. */
  #heading: FdxParagraph | undefined

  constructor(screenplay: Screenplay, options: Options) {
    this.#screenplay = screenplay
    this.#options = options
  }

  read(): FdxParagraph[] {
    const { elements } = this.#screenplay
    for (let at = 0; at < elements.length; at += 1) {
      const element = elements[at]!
      if (element.dual === 'left') at = this.#readDual(at) - 1
      else if (!this.#readUnprinted(element) && hasRows(element)) {
        const paragraph = this.#paragraph(element)
        paragraph.isBelowSame = elements[at - 1]?.type === element.type
        this.#add(paragraph)
        this.#heading = element.type === 'scene-heading' ? this.#paragraphs.at(-1) : undefined
      }
    }
    this.#paragraphs.at(-1)?.notes.push(...this.#above)
    return this.#paragraphs
  }

  #add(paragraph: FdxParagraph): void {
    paragraph.startsPage = this.#startsPage
    paragraph.notes.unshift(...this.#above)
    this.#startsPage = false
    this.#above = []
    this.#paragraphs.push(paragraph)
  }

  #readUnprinted({ type, text, depth, pageNumber }: Element): boolean {
    const last = this.#paragraphs.at(-1)
    const unprinted: Partial<Record<ElementType, () => void>> = {
      'page-break': () => {
        this.#startsPage = last !== undefined
        if (pageNumber !== undefined) this.#above.push({ kind: 'Page', text: pageNumber })
      },
      section: () => {
        this.#above.push({ kind: 'Section', text, depth: depth ?? 1 })
        this.#heading = undefined
      },
      synopsis: () => {
        if (this.#heading) this.#heading.synopses.push(text)
        else this.#above.push({ kind: 'Synopsis', text })
      },
      note: () => {
        // A note that marks a locked page is not meant for readers.
        if (pageNumber !== undefined) return
        const notes = last && this.#above.length === 0 ? last.notes : this.#above
        notes.push({ kind: 'Note', text })
      },
      boneyard: () => {
        if (this.#heading && omitted.test(writtenText(this.#heading.xml))) this.#omit(text)
      },
    }
    const read = unprinted[type]
    read?.()
    return read !== undefined
  }

  /** Boneyard below an OMITTED heading is the text of the omitted scene. */
  #omit(text: string): void {
    const heading = this.#heading
    if (!heading || heading.inner) return
    const { dropsContinued } = this.#options
    const paragraphs = contentOf(parse(`\n${unescapeCommentEnds(text)}`), { dropsContinued })
    // The OMITTED heading already has the scene's number.
    const [first] = paragraphs
    if (!first) return
    const { Number: number, ...others } = first.xml.attributes
    if (number === heading.xml.attributes['Number']) first.xml.attributes = others
    heading.inner = { name: 'OmittedScene', paragraphs }
  }

  /** Adds a dual dialogue and returns the index after it. */
  #readDual(at: number): number {
    const { elements } = this.#screenplay
    const end = endOfDual(elements, at)
    const parts = elements.slice(at, end)
    const speeches = parts.filter(({ dual }) => dual !== undefined)
    const dual = dualParagraph(speeches.map((element) => this.#paragraph(element)))
    for (const { notes } of dual.inner?.paragraphs ?? []) dual.notes.push(...notes.splice(0))
    for (const { type, text, pageNumber } of parts) {
      if (type === 'note' && pageNumber === undefined) dual.notes.push({ kind: 'Note', text })
    }
    this.#add(dual)
    this.#heading = undefined
    return end
  }

  #paragraph(element: Element): FdxParagraph {
    const { revised, dropsContinued, cutPages } = this.#options
    const isCue = dropsContinued && element.type === 'character'
    const text = isCue ? withoutContinued(element.text) : element.text
    const paragraph = paragraphOf(this.#screenplay, element, text, revised)
    const pages = cutPages?.get(element)
    if (pages !== undefined) paragraph.notes.push({ kind: 'Page', text: pages })
    paragraph.notes.push(...this.#inlineNotes(element))
    return paragraph
  }

  #inlineNotes(element: Element): FdxNote[] {
    const { source } = this.#screenplay
    const raw = source.slice(element.start, element.contentEnd)
    if (!raw.includes('[[')) return []
    const positions = textPositions(source, element)
    const notes: FdxNote[] = []
    let at = 0
    for (const { 1: text, index } of raw.matchAll(inlineNote)) {
      if (text === undefined || text.trim() === '' || isPageMark(`[[${text}]]`)) continue
      while (at < element.text.length && positions(at) < element.start + index) at += 1
      notes.push({ kind: 'Note', text: text.trim().replaceAll(/\r\n?/g, '\n'), at })
    }
    return notes
  }
}

/** The end of the dual dialogue that begins at `at`; notes may stand between its parts. */
function endOfDual(elements: readonly Element[], at: number): number {
  let end = at
  let isRight = false
  for (let next = at; next < elements.length; next += 1) {
    const { dual, type } = elements[next]!
    if (dual === 'right') isRight = true
    else if (dual === 'left' ? isRight : type !== 'note' && type !== 'boneyard') break
    if (dual) end = next + 1
  }
  return end
}

const continued = /^\(\s*cont(?:['’]d|inued)?\.?\s*\)\s*$/i

/** Final Draft adds (CONT'D) itself; keeping it in the text would print it twice. */
export function withoutContinued(text: string): string {
  const at = text.lastIndexOf('(')
  return at > 0 && continued.test(text.slice(at)) ? text.slice(0, at).trimEnd() : text
}
