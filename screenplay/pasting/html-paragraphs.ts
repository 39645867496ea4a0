import type { Span } from '../emphasis.ts'
import { spansText } from '../import/spans.ts'
import type { StyledParagraph } from '../import/styled-paragraph.ts'
import { type ElementStyle, StyleReader } from './element-style.ts'
import { htmlTokens } from './html-tokens.ts'
import { StyleSheet } from './style-sheet.ts'

/** `isLine`: a plain line, with no space between it and the previous one. */
export type HtmlParagraph = StyledParagraph & { isLine: boolean }

const voidTags = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const paragraphTags = new Set('p h1 h2 h3 h4 h5 h6 li dd dt blockquote td th'.split(' '))
const lineTags = new Set(
  'address article aside body center div dl figure footer form header hr main nav ol pre section table tbody thead tr ul'.split(
    ' ',
  ),
)
const isBlock = (name: string) => paragraphTags.has(name) || lineTags.has(name)
const styles = ['bold', 'italic', 'underline'] as const

/** The styles in effect inside an open element. */
type Frame = {
  name: string
  style: ElementStyle
  block: Pick<StyledParagraph, 'style' | 'format' | 'above'> & { isLine: boolean }
}

const rootStyle: ElementStyle = { left: 0, above: 0, startsPage: false, name: '', tabs: 0 }
const root: Frame = {
  name: '',
  style: rootStyle,
  block: { style: '', format: {}, above: 0, isLine: true },
}

/** The paragraphs of a clipboard's HTML, in linear time. Never throws. */
export function htmlParagraphs(html: string): HtmlParagraph[] {
  const reader = new HtmlReader()
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') reader.text(token.text)
    else if (token.kind === 'open') reader.open(token)
    else if (token.kind === 'close') reader.close(token.name)
    else reader.addStyles(token.text)
  }
  reader.flush()
  return reader.paragraphs
}

class HtmlReader {
  readonly paragraphs: HtmlParagraph[] = []
  readonly #sheet = new StyleSheet()
  readonly #styles = new StyleReader(this.#sheet)
  readonly #stack: Frame[] = []
  readonly #openTags = new Map<string, number>()
  /** For each open table row, the indices of the paragraphs at which its cells begin. */
  readonly #rows: number[][] = []
  #spans: Span[] = []
  #endsInSpace = true
  #startsPage = false

  get #frame(): Frame {
    return this.#stack.at(-1) ?? root
  }

  addStyles(text: string): void {
    this.#sheet.add(text)
    this.#styles.forget()
  }

  open(tag: { name: string; attributes: ReadonlyMap<string, string>; isClosed: boolean }): void {
    const { name, attributes } = tag
    if (name === 'meta' && attributes.get('content')?.startsWith('Cocoa HTML')) {
      this.#styles.isApple = true
    }
    if (isBlock(name)) {
      this.flush()
      if (this.#openTags.get('p')) this.close('p')
    }
    const own = this.#styles.styleOf(name, attributes)
    this.#startsPage ||= own.startsPage
    if (name === 'br') this.#break(attributes.get('class') ?? '')
    if (voidTags.has(name) || (tag.isClosed && name.includes(':'))) return
    if (own.tabs > 0) this.#append('\t'.repeat(own.tabs))
    this.#push(name, own)
    if (name === 'tr') this.#rows.push([])
    if (name === 'td' || name === 'th') this.#rows.at(-1)?.push(this.paragraphs.length)
  }

  #push(name: string, own: ElementStyle): void {
    const { style, block } = this.#frame
    const inner: ElementStyle = { ...style, ...own, left: style.left + own.left }
    if (style.isHidden || own.tabs > 0) inner.isHidden = true
    this.#openTags.set(name, (this.#openTags.get(name) ?? 0) + 1)
    const { left, firstLine, alignment } = inner
    this.#stack.push({
      name,
      style: inner,
      block: isBlock(name)
        ? {
            style: own.name || block.style,
            format: {
              left,
              ...(firstLine !== undefined && { firstLine }),
              ...(alignment && { alignment }),
            },
            above: own.above,
            isLine: lineTags.has(name) && block.isLine,
          }
        : block,
    })
  }

  /** Closes the innermost element of this name, and all inside it. */
  close(name: string): void {
    if (!this.#openTags.get(name)) return
    for (let closed = ''; closed !== name; ) {
      closed = this.#frame.name
      if (isBlock(closed)) this.flush()
      if (closed === 'tr') this.#endRow(this.#rows.pop() ?? [])
      this.#openTags.set(closed, (this.#openTags.get(closed) ?? 1) - 1)
      this.#stack.pop()
    }
  }

  /** Two cells side by side are dual dialogue, if they are dialogue. */
  #endRow(cells: readonly number[]): void {
    const [left = 0, right = 0] = cells
    if (cells.length !== 2 || this.#rows.length > 0) return
    for (let at = left; at < this.paragraphs.length; at += 1) {
      this.paragraphs[at]!.side = at < right ? 'left' : 'right'
    }
  }

  #break(className: string): void {
    if (className === 'Apple-interchange-newline') return
    this.#append('\n')
    this.#endsInSpace = true
  }

  text(text: string): void {
    const { isPreformatted } = this.#frame.style
    if (isPreformatted) {
      this.#append(text.replace(/\r\n?/g, '\n'))
      this.#endsInSpace = false
      return
    }
    const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
    const shown = this.#endsInSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (shown === '') return
    this.#append(shown)
    this.#endsInSpace = shown.endsWith(' ')
  }

  #append(text: string): void {
    const { style } = this.#frame
    if (style.isHidden) return
    const span: Span = { text: style.isUpperCase ? text.toUpperCase() : text }
    for (const each of styles) if (style[each]) span[each] = true
    if (style.isLink) delete span.underline
    const last = this.#spans.at(-1)
    if (last && styles.every((each) => last[each] === span[each])) last.text += span.text
    else this.#spans.push(span)
  }

  /** Ends the current paragraph; an empty one is not added. */
  flush(): void {
    const spans = this.#spans
    const last = spans.at(-1)
    this.#endsInSpace = true
    if (!last) return
    // A break at the end of a block only ends its last line.
    last.text = last.text.replace(/ $/, '').replace(/\n$/, '')
    for (const span of spans)
      span.text = span.text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u00ad', '')
    const { style, format, above, isLine } = this.#frame.block
    const startsPage = this.#startsPage && spansText(spans).trim() !== ''
    if (startsPage) this.#startsPage = false
    this.paragraphs.push({ spans, style, format, above, startsPage, isLine })
    this.#spans = []
  }
}
