import { pastedFountain, type PastedParagraph } from '../../../../../screenplay/editing.ts'
import type { Span } from '../../../../../screenplay/model.ts'
import { type HtmlStyle, StyleReader } from './html-style.ts'

const paragraphTags = new Set('p h1 h2 h3 h4 h5 h6 li dd dt blockquote td th'.split(' '))
const lineTags = new Set(
  'address article aside body center div dl figure footer form header hr main nav ol pre section table tbody thead tr ul'.split(
    ' ',
  ),
)
const isBlock = (tag: string) => paragraphTags.has(tag) || lineTags.has(tag)
const emphases = ['bold', 'italic', 'underline'] as const

type Block = Pick<PastedParagraph, 'style' | 'format' | 'above' | 'isLine'>

const rootStyle: HtmlStyle = { left: 0, above: 0, startsPage: false, name: '', tabs: 0 }
const rootBlock: Block = { style: '', format: {}, above: 0, isLine: true }

/** How long a clipboard may take, in ms: browsers need quadratic time for elements that nothing closes. */
const BUDGET = 3_000
/** The time is checked after each part. A DOMParser would read everything at once. */
const PART = 4_096

/** The paragraphs of a clipboard's HTML; none if it takes too long. Nothing in it is loaded or run. */
function htmlParagraphs(html: string): PastedParagraph[] {
  const end = performance.now() + BUDGET
  const parsed = document.implementation.createHTMLDocument()
  for (let at = 0; at < html.length; at += PART) {
    parsed.write(html.slice(at, at + PART))
    if (performance.now() > end) return []
  }
  parsed.close()
  const reader = new HtmlReader(parsed, end)
  return performance.now() > end ? [] : reader.paragraphs
}

class HtmlReader {
  readonly paragraphs: PastedParagraph[] = []
  readonly #styles: StyleReader
  readonly #end: number
  /** How many table rows the current element is in. */
  #rows = 0
  #spans: Span[] = []
  #endsInSpace = true
  #startsPage = false

  constructor(parsed: Document, end: number) {
    this.#styles = new StyleReader(parsed)
    this.#end = end
    this.#read(parsed.body, rootStyle, rootBlock)
  }

  /** Browsers limit how deep elements are nested, so recursion is safe. */
  #read(element: Element, outer: HtmlStyle, around: Block): void {
    if (performance.now() > this.#end) return
    const tag = element.localName
    if (isBlock(tag)) this.#endParagraph(around)
    const own = this.#styles.styleOf(element)
    this.#startsPage ||= own.startsPage
    if (tag === 'br') this.#break(element, outer)
    if (own.tabs > 0) this.#append('\t'.repeat(own.tabs), outer)
    const style: HtmlStyle = { ...outer, ...own, left: outer.left + own.left }
    if (outer.isHidden || own.tabs > 0) style.isHidden = true
    const block = isBlock(tag) ? blockOf(tag, style, around) : around
    if (tag === 'tr') this.#rows += 1
    const cells: number[] = []
    for (const child of element.childNodes) {
      if (child instanceof Text) this.#text(child.data, style)
      else if (child instanceof Element) {
        if (child.localName === 'td' || child.localName === 'th') cells.push(this.paragraphs.length)
        this.#read(child, style, block)
      }
    }
    if (isBlock(tag)) this.#endParagraph(block)
    if (tag === 'tr') this.#endRow(cells)
  }

  /** Two cells side by side are dual dialogue, if they are dialogue. */
  #endRow(cells: readonly number[]): void {
    this.#rows -= 1
    const [left = 0, right = 0] = cells
    if (cells.length !== 2 || this.#rows > 0) return
    for (let at = left; at < this.paragraphs.length; at += 1) {
      this.paragraphs[at]!.side = at < right ? 'left' : 'right'
    }
  }

  #break(element: Element, style: HtmlStyle): void {
    if (element.className === 'Apple-interchange-newline') return
    this.#append('\n', style)
    this.#endsInSpace = true
  }

  #text(text: string, style: HtmlStyle): void {
    if (style.isHidden) return
    if (style.isPreformatted) {
      this.#append(text.replaceAll('\r', '\n'), style)
      this.#endsInSpace = false
      return
    }
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
    const shown = this.#endsInSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (shown === '') return
    this.#append(shown, style)
    this.#endsInSpace = shown.endsWith(' ')
  }

  #append(text: string, style: HtmlStyle): void {
    if (style.isHidden) return
    const span: Span = { text: style.isUpperCase ? text.toUpperCase() : text }
    for (const each of emphases) if (style[each]) span[each] = true
    if (style.isLink) delete span.underline
    const last = this.#spans.at(-1)
    if (last && emphases.every((each) => last[each] === span[each])) last.text += span.text
    else this.#spans.push(span)
  }

  /** An empty paragraph is not added. */
  #endParagraph({ style, format, above, isLine }: Block): void {
    const spans = this.#spans
    const last = spans.at(-1)
    this.#endsInSpace = true
    if (!last) return
    // A break at the end of a block only ends its last line.
    last.text = last.text.replace(/ $/, '').replace(/\n$/, '')
    for (const span of spans)
      span.text = span.text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u00ad', '')
    const startsPage = this.#startsPage && spans.some(({ text }) => text.trim() !== '')
    if (startsPage) this.#startsPage = false
    this.paragraphs.push({ spans, style, format, above, startsPage, isLine })
    this.#spans = []
  }
}

function blockOf(tag: string, style: HtmlStyle, around: Block): Block {
  const { left, firstLine, alignment, above, name } = style
  return {
    style: name || around.style,
    format: {
      left,
      ...(firstLine !== undefined && { firstLine }),
      ...(alignment && { alignment }),
    },
    above,
    isLine: lineTags.has(tag) && around.isLine,
  }
}

/** Fountain for what is on the clipboard, as HTML and as plain text. */
export const pastedText = ({ html, text }: { html: string; text: string }): string =>
  pastedFountain(html.trim() === '' ? [] : htmlParagraphs(html), text)
