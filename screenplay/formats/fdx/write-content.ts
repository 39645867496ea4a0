import { type Element, type ElementType, hasRows, type Screenplay } from '../../model/elements.ts'
import { plainText } from '../../model/emphasis.ts'
import { continuesSpeaking } from '../../layout/continueds.ts'
import { pageStyleOf } from '../../layout/columns.ts'
import { startsIn } from '../../layout/page-starts.ts'
import { offsetAt, printedPositions } from '../../layout/page-rows.ts'
import { parse } from '../../model/parse.ts'
import { textPositions } from '../../model/text-positions.ts'
import { unescapeCommentEnds } from '../../production/scene-numbers.ts'
import { isPageMark } from '../../production/locked-pages.ts'
import {
  dualParagraph,
  type FdxNote,
  type FdxParagraph,
  paragraphOf,
  type Revised,
  writtenText,
  lengthOf,
} from './write-paragraph.ts'

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
  /** Locked pages that begin with the next paragraph. */
  #pages: string[] = []
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
        const paragraph = this.#paragraph(element, at)
        const above = elements[at - 1]
        paragraph.isBelowSame = above?.type === element.type && above.dual === undefined
        this.#add(paragraph)
        this.#heading = element.type === 'scene-heading' ? this.#paragraphs.at(-1) : undefined
      }
    }
    const last = this.#paragraphs.at(-1)
    last?.notes.push(...this.#above)
    last?.pages.push(...this.#pages.map((label) => ({ label, at: lengthOf(last) + 1 })))
    return this.#paragraphs
  }

  #add(paragraph: FdxParagraph): void {
    paragraph.startsPage = this.#startsPage
    paragraph.notes.unshift(...this.#above)
    // A page does not begin inside a block, or with the end of a paragraph.
    const length = paragraph.inner ? 1 : lengthOf(paragraph)
    const [inside, behind] = [
      paragraph.pages.filter(({ at }) => at < length),
      paragraph.pages.filter(({ at }) => at >= length),
    ]
    paragraph.pages = [...this.#pages.map((label) => ({ label, at: 0 })), ...inside]
    this.#pages = behind.map(({ label }) => label)
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
        if (pageNumber !== undefined) {
          this.#pages.push(pageNumber)
          return
        }
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
    const dual = dualParagraph(
      parts.flatMap((element, index) =>
        element.dual === undefined ? [] : [this.#paragraph(element, at + index)],
      ),
    )
    for (const [index, { notes, pages }] of (dual.inner?.paragraphs ?? []).entries()) {
      dual.notes.push(...notes.splice(0))
      dual.pages.push(
        ...pages.splice(0).map(({ label, at: from }) => ({ label, at: index + from })),
      )
    }
    for (const { type, text, pageNumber } of parts) {
      if (type === 'note' && pageNumber === undefined) dual.notes.push({ kind: 'Note', text })
      else if (type === 'note' && pageNumber) dual.pages.push({ label: pageNumber, at: 1 })
    }
    this.#add(dual)
    this.#heading = undefined
    return end
  }

  #paragraph(element: Element, at: number): FdxParagraph {
    const { revised, dropsContinued, cutPages } = this.#options
    const isCue = dropsContinued && element.type === 'character'
    const text = isCue ? withoutContinued(element.text) : element.text
    const paragraph = paragraphOf(this.#screenplay, element, text, revised)
    const { elements } = this.#screenplay
    const { setup } = pageStyleOf(this.#screenplay)
    if (text !== element.text && !continuesSpeaking(elements, at, setup)) {
      paragraph.continued = plainText(element.text.slice(text.length))
    }
    const cut = cutPages?.get(element)
    if (cut !== undefined) paragraph.notes.push({ kind: 'Page', text: cut })
    paragraph.notes.push(...this.#inlineNotes(element))
    paragraph.pages = this.#pagesIn(element, plainText(text))
    return paragraph
  }

  #pagesIn(element: Element, printed: string): FdxParagraph['pages'] {
    if (element.locked === undefined) return []
    const { at } = printedPositions(this.#screenplay.source, element, printed)
    return startsIn(element).map(({ label, at: from }) => ({
      label,
      at: offsetAt(at, printed.length, element.start + from),
    }))
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
