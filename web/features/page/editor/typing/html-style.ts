import { isStyleName } from '../../../../../screenplay/editing.ts'

/** How an element changes the text in it; undefined where it inherits. Lengths in inches. */
export type HtmlStyle = {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  isPreformatted?: boolean
  isUpperCase?: boolean
  isHidden?: boolean
  /** Links are underlined without being emphasized. */
  isLink?: boolean
  alignment?: string
  left: number
  firstLine?: number
  above: number
  startsPage: boolean
  /** The name of a screenplay style; empty for any other style. */
  name: string
  /** Word writes a tab as a span of spaces. */
  tabs: number
}

type Declarations = Map<string, string>

/** All that is read; `margin`, `font` and other short forms are part of these. */
const properties =
  'break-before display font-style font-weight margin-left margin-top padding-left text-align text-decoration-line text-indent text-transform white-space --mso-element --mso-hide --mso-list --mso-special-character --mso-style-name --mso-tab-count'.split(
    ' ',
  )

const hiddenTags = new Set(
  'del iframe noembed noframes noscript object script select style svg textarea title xml'.split(
    ' ',
  ),
)
const POINT = 1 / 72
const LINE = 1 / 6
const TEXT_WIDTH = 6
const MAX_TABS = 20
const units = new Map([
  ['in', 1],
  ['pt', POINT],
  ['pc', 12 * POINT],
  ['em', 12 * POINT],
  ['rem', 12 * POINT],
  ['cm', 1 / 2.54],
  ['mm', 1 / 25.4],
  ['px', 1 / 96],
  ['%', TEXT_WIDTH / 100],
])

/** Browsers drop properties that they do not know, such as Word's, unless they are custom properties. */
const keepingWord = (css: string) => css.replaceAll(/(?<=^|[\s;{])mso-/g, '--mso-')

function declared(style: CSSStyleDeclaration): Declarations {
  const values = properties.map((name): [string, string] => [name, style.getPropertyValue(name)])
  return new Map(values.filter(([, value]) => value !== ''))
}

/** Reads the style of elements of a parsed document that is never shown, so that nothing in it is loaded. */
export class StyleReader {
  /** By selector. Only simple ones such as `p.Name` count, so that reading takes linear time. */
  readonly #rules = new Map<string, Declarations>()
  readonly #known = new Map<string, HtmlStyle>()
  readonly #inline: CSSStyleDeclaration
  /** Apple's text system writes points as pixels. */
  readonly #isApple: boolean

  constructor(parsed: Document) {
    this.#inline = parsed.createElement('p').style
    this.#isApple = parsed.querySelector('meta[content^="Cocoa HTML"]') !== null
    for (const { textContent } of parsed.querySelectorAll('style')) this.#add(textContent)
  }

  #add(css: string): void {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(keepingWord(css))
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue
      const found = declared(rule.style)
      for (const selector of rule.selectorText.toLowerCase().split(', ')) {
        if (!/^[a-z0-9]*(?:\.[^\s.:>[#]+)?$/.test(selector)) continue
        this.#rules.set(selector, new Map([...(this.#rules.get(selector) ?? []), ...found]))
      }
    }
  }

  /** Cached, because most elements of a document look like others. */
  styleOf(element: Element): HtmlStyle {
    const own = ['class', 'style', 'align'].map((name) => element.getAttribute(name))
    const key = JSON.stringify([element.localName, ...own])
    const style = this.#known.get(key) ?? this.#read(element)
    this.#known.set(key, style)
    return style
  }

  #read(element: Element): HtmlStyle {
    const tag = element.localName
    const css = this.#declarations(element, tag)
    const firstLine = this.#inches(css.get('text-indent'))
    const style: HtmlStyle = {
      ...emphasisOf(tag, css),
      left:
        (this.#inches(css.get('margin-left')) ?? 0) + (this.#inches(css.get('padding-left')) ?? 0),
      above: Math.max(0, Math.round((this.#inches(css.get('margin-top')) ?? 0) / LINE)),
      ...(firstLine !== undefined && { firstLine }),
      startsPage: /always|page|left|right/.test(css.get('break-before') ?? ''),
      name: styleName(css, element.classList),
      tabs: Math.min(Number.parseInt(css.get('--mso-tab-count') ?? '0', 10) || 0, MAX_TABS),
    }
    const align = element.getAttribute('align')?.toLowerCase()
    const alignment = css.get('text-align') ?? (tag === 'center' ? 'center' : align)
    if (alignment) style.alignment = alignment.replace(/^-(?:webkit|moz)-/, '')
    const space = css.get('white-space') ?? (tag === 'pre' ? 'pre' : undefined)
    if (space) style.isPreformatted = space.startsWith('pre')
    const transform = css.get('text-transform')
    if (transform) style.isUpperCase = transform === 'uppercase'
    if (hiddenTags.has(tag) || isHidden(css)) style.isHidden = true
    return style
  }

  /** The attribute wins, then the most specific rule. */
  #declarations(element: Element, tag: string): Declarations {
    this.#inline.cssText = keepingWord(element.getAttribute('style') ?? '')
    const classes = [...element.classList].map((name) => name.toLowerCase())
    const selectors = [tag, ...classes.flatMap((name) => [`.${name}`, `${tag}.${name}`])]
    const rules = selectors.map((selector) => this.#rules.get(selector) ?? [])
    const all: Declarations = new Map()
    for (const rule of [...rules, declared(this.#inline)])
      for (const [name, value] of rule) all.set(name, value)
    return all
  }

  #inches(value = ''): number | undefined {
    const [, digits, unit = ''] = /^(-?[\d.]+)([a-z%]+)$/.exec(value) ?? []
    const factor = unit === 'px' && this.#isApple ? POINT : units.get(unit)
    return factor === undefined ? undefined : Number(digits) * factor
  }
}

function emphasisOf(tag: string, css: Declarations) {
  const weight = css.get('font-weight') ?? (tag === 'b' || tag === 'strong' ? 'bold' : undefined)
  const slant = css.get('font-style') ?? (tag === 'i' || tag === 'em' ? 'italic' : undefined)
  const line = css.get('text-decoration-line') ?? (tag === 'u' || tag === 'ins' ? 'underline' : '')
  return {
    ...(weight && { bold: weight.startsWith('bold') || Number(weight) >= 600 }),
    ...(slant && { italic: slant !== 'normal' }),
    ...(line.includes('underline') && { underline: true }),
    ...(tag === 'a' && { isLink: true }),
  }
}

/** Word's comments, footnotes and list numbers are not text. */
const isHidden = (css: Declarations) =>
  css.get('display') === 'none' ||
  css.get('--mso-hide') === 'all' ||
  css.get('--mso-list')?.toLowerCase() === 'ignore' ||
  css.get('--mso-special-character') === 'comment' ||
  /^(?:comment|footnote|endnote)/.test(css.get('--mso-element') ?? '')

/** Word names a style in its style sheet; the class is a shortened form of the name. */
function styleName(css: Declarations, classes: Iterable<string>): string {
  const named =
    css
      .get('--mso-style-name')
      ?.replaceAll(/["'\\]/g, '')
      .split(',') ?? []
  return [...named, ...classes].find((name) => isStyleName(name)) ?? ''
}
