import { typeOfStyle } from '../import/by-style.ts'
import { declarationsOf, type Declarations, inchesOf, type StyleSheet } from './style-sheet.ts'

/** How an element changes the text in it; undefined where it inherits. Lengths in inches. */
export type ElementStyle = {
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

const boldTags = new Set(['b', 'strong'])
const italicTags = new Set(['i', 'em'])
const underlinedTags = new Set(['u', 'ins'])
const hiddenTags = new Set(['del', 'xml', 'noscript', 'template', 'svg', 'select'])
const LINE = 1 / 6
const MAX_TABS = 20

/** Reads the style of elements from their tags, attributes and style sheets. */
export class StyleReader {
  /** Whether lengths in pixels are points. */
  isApple = false
  readonly #sheet: StyleSheet
  readonly #known = new Map<string, ElementStyle>()

  constructor(sheet: StyleSheet) {
    this.#sheet = sheet
  }

  styleOf(tag: string, attributes: ReadonlyMap<string, string>): ElementStyle {
    const own = ['class', 'style', 'align'].map((name) => attributes.get(name) ?? '')
    const key = [tag, ...own].join('\0')
    const known = this.#known.get(key)
    if (known) return known
    const [classes = '', inline = '', align = ''] = own
    const style = this.#read(tag, classes.split(/\s+/).filter(Boolean), inline, align)
    this.#known.set(key, style)
    return style
  }

  /** Clears the cache, because a style sheet may also follow elements that were already read. */
  forget(): void {
    this.#known.clear()
  }

  #read(tag: string, classes: string[], inline: string, align: string): ElementStyle {
    const lower = classes.map((name) => name.toLowerCase())
    const css = declarationsOf(inline)
    // Inline styles win, then the most specific rule.
    for (const rule of this.#sheet.rulesFor(tag, lower).toReversed()) {
      for (const [name, value] of rule) if (!css.has(name)) css.set(name, value)
    }
    const style: ElementStyle = {
      ...this.#box(css),
      startsPage: /always|page|left|right/.test(
        css.get('page-break-before') ?? css.get('break-before') ?? '',
      ),
      name: styleName(css, classes),
      tabs: Math.min(Number.parseInt(css.get('mso-tab-count') ?? '0', 10) || 0, MAX_TABS),
    }
    Object.assign(style, emphasisOf(tag, css))
    const alignment = css.get('text-align') ?? (tag === 'center' ? 'center' : align.toLowerCase())
    if (alignment) style.alignment = alignment.replace(/^-(?:webkit|moz)-/, '')
    const space = css.get('white-space')
    if (space ?? (tag === 'pre' || undefined))
      style.isPreformatted = space?.startsWith('pre') ?? true
    const transform = css.get('text-transform')
    if (transform) style.isUpperCase = transform === 'uppercase'
    if (hiddenTags.has(tag) || isHidden(css)) style.isHidden = true
    return style
  }

  #box(css: Declarations): Pick<ElementStyle, 'left' | 'above' | 'firstLine'> {
    const inches = (value: string | undefined) => inchesOf(value, this.isApple)
    const margins = (css.get('margin') ?? '').split(/\s+/)
    const marginLeft = inches(css.get('margin-left') ?? margins[3] ?? margins[1] ?? margins[0])
    const above = inches(css.get('margin-top') ?? margins[0]) ?? 0
    const firstLine = inches(css.get('text-indent'))
    return {
      left: (marginLeft ?? 0) + (inches(css.get('padding-left')) ?? 0),
      above: Math.max(0, Math.round(above / LINE)),
      ...(firstLine !== undefined && { firstLine }),
    }
  }
}

function emphasisOf(tag: string, css: Declarations) {
  const weight = css.get('font-weight')
  const slant = css.get('font-style')
  const decoration = css.get('text-decoration') ?? css.get('text-decoration-line')
  const isDecorated = decoration?.includes('underline') ?? underlinedTags.has(tag)
  return {
    ...((weight ?? boldTags.has(tag)) && {
      bold: weight === undefined || weight.startsWith('bold') || Number(weight) >= 600,
    }),
    ...((slant ?? italicTags.has(tag)) && { italic: slant === undefined || slant !== 'normal' }),
    ...(isDecorated && { underline: true }),
    ...(tag === 'a' && { isLink: true }),
  }
}

/** Word's comments, footnotes and list numbers are not text. */
const isHidden = (css: Declarations) =>
  css.get('display') === 'none' ||
  css.get('mso-hide') === 'all' ||
  css.get('mso-list') === 'ignore' ||
  css.get('mso-special-character') === 'comment' ||
  /^(?:comment|footnote|endnote)/.test(css.get('mso-element') ?? '')

/** Word names a style in its style sheet; the class is a shortened form of the name. */
function styleName(css: Declarations, classes: readonly string[]): string {
  const named =
    css
      .get('mso-style-name')
      ?.replaceAll(/["'\\]/g, '')
      .split(',') ?? []
  return [...named, ...classes].find((name) => typeOfStyle(name) !== undefined) ?? ''
}
