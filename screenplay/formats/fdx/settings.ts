import {
  type FormattedType,
  type Alignment,
  defaultFormats,
  type Format,
  type Spacing,
  type StyleName,
  defaultSetup,
  type Leading,
  type PageSetup,
  type PaperSize,
} from '../../layout/page-formats.ts'
import { childNamed, elementsIn, type XmlElement } from '../xml.ts'
import { validSetup } from '../../layout/valid-page-setup.ts'
import type { ElementType } from '../../model/elements.ts'

/** Final Draft's names; centered text has none. */
export const elementNames: Readonly<Record<Exclude<FormattedType, 'centered'>, string>> = {
  'scene-heading': 'Scene Heading',
  action: 'Action',
  character: 'Character',
  parenthetical: 'Parenthetical',
  dialogue: 'Dialogue',
  lyrics: 'Lyric',
  transition: 'Transition',
  shot: 'Shot',
  general: 'General',
  'cold-opening': 'Cold Opening',
  'new-act': 'New Act',
  'end-of-act': 'End of Act',
}

/** Versions and templates differ in their capitals: End of Act, End Of Act. */
const typesByName = new Map<string, FormattedType>([
  ...Object.entries(elementNames).map(([type, name]): [string, FormattedType] => [
    name.toLowerCase(),
    type as FormattedType,
  ]),
  ['lyrics', 'lyrics'],
  ['singing', 'lyrics'],
])

const formattedTypeOf = (name: string | undefined): FormattedType | undefined =>
  typesByName.get(name?.trim().toLowerCase() ?? '')

const POINTS = 72
const A4 = { width: 8.27, height: 11.69 }
/** Final Draft rounds sizes of paper, and not always in the same way. */
const TOLERANCE = 0.06

const styles = new Map<string, StyleName>([
  ['Bold', 'bold'],
  ['Italic', 'italic'],
  ['Underline', 'underline'],
  ['AllCaps', 'capitals'],
])

const leadings = new Map<string | undefined, Leading>([
  ['Loose', 'loose'],
  ['Tight', 'tight'],
  ['VeryTight', 'very-tight'],
  ['Very Tight', 'very-tight'],
])

const numberIn = (element: XmlElement | undefined, name: string): number | undefined => {
  const value = element?.attributes[name]
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

const flagIn = (element: XmlElement | undefined, name: string, usual: boolean): boolean => {
  const value = element?.attributes[name]
  return value === undefined ? usual : value === 'Yes'
}

export const styleNamesOf = (style: string | undefined): string[] =>
  style?.split('+').filter(Boolean) ?? []

/** How a type is printed, by its settings. */
function formatIn(settings: XmlElement, type: FormattedType): Format {
  const spec = childNamed(settings, 'ParagraphSpec')
  const font = childNamed(settings, 'FontSpec')?.attributes['Style']
  const usual = defaultFormats[type]
  return {
    leftIndent: numberIn(spec, 'LeftIndent') ?? usual.leftIndent,
    rightIndent: numberIn(spec, 'RightIndent') ?? usual.rightIndent,
    firstIndent: numberIn(spec, 'FirstIndent') ?? usual.firstIndent,
    spaceBefore: numberIn(spec, 'SpaceBefore') ?? usual.spaceBefore,
    spacing: (numberIn(spec, 'Spacing') ?? usual.spacing) as Spacing,
    alignment: (spec?.attributes['Alignment']?.toLowerCase() ?? usual.alignment) as Alignment,
    startsNewPage: flagIn(spec, 'StartsNewPage', usual.startsNewPage),
    style:
      font === undefined
        ? usual.style
        : styleNamesOf(font).flatMap((name) => styles.get(name) ?? []),
  }
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= TOLERANCE

function paperIn(layout: XmlElement | undefined): PaperSize | undefined {
  const size = childNamed(layout, 'PageSize')
  const [width, height] = [numberIn(size, 'Width'), numberIn(size, 'Height')]
  if (width === undefined || height === undefined) return undefined
  return isNear(width, A4.width) && isNear(height, A4.height) ? 'a4' : { width, height }
}

function marginsIn(layout: XmlElement | undefined): PageSetup['margins'] {
  const usual = defaultSetup.margins
  const margin = (name: string, otherwise: number) => {
    const points = numberIn(layout, name)
    return points === undefined ? otherwise : points / POINTS
  }
  return {
    top: margin('TopMargin', usual.top),
    bottom: margin('BottomMargin', usual.bottom),
    header: margin('HeaderMargin', usual.header),
    footer: margin('FooterMargin', usual.footer),
  }
}

/** The settings of each type that has an entry of its own. */
export function settingsByType(root: XmlElement): Map<FormattedType, XmlElement> {
  const found = new Map<FormattedType, XmlElement>()
  for (const element of elementsIn(root)) {
    const name = element.name === 'ElementSettings' ? element.attributes['Type'] : undefined
    const type = formattedTypeOf(name)
    const isOwn = type && name === elementName(type)
    if (type && (isOwn || !found.has(type))) found.set(type, element)
  }
  return found
}

const elementName = (type: FormattedType) => (type === 'centered' ? undefined : elementNames[type])

/** What a Final Draft file says about the page. */
export function readSettings(root: XmlElement): PageSetup {
  const layout = childNamed(root, 'PageLayout')
  const breaks = childNamed(childNamed(root, 'MoresAndContinueds'), 'DialogueBreaks')
  const paper = paperIn(layout)
  const formats = [...settingsByType(root)].map(([type, each]) => [type, formatIn(each, type)])
  return validSetup({
    ...(paper && { paper }),
    margins: marginsIn(layout),
    leading: leadings.get(layout?.attributes['DocumentLeading']) ?? 'normal',
    formats: Object.fromEntries(formats),
    breaksSentences: flagIn(layout, 'BreakDialogueAndActionAtSentences', true),
    automaticContinueds: flagIn(breaks, 'AutomaticCharacterContinueds', true),
    moreText: breaks?.attributes['DialogueBottom'] ?? defaultSetup.moreText,
    continuedText: breaks?.attributes['DialogueTop'] ?? defaultSetup.continuedText,
  })
}

/** Final Draft's types that are elements of ours. */
const own = new Map<string, ElementType>([
  ['scene-heading', 'scene-heading'],
  ['character', 'character'],
  ['parenthetical', 'parenthetical'],
  ['dialogue', 'dialogue'],
  ['lyrics', 'lyrics'],
  ['transition', 'transition'],
])

/** Headings of acts and episodes, which are centered unless the file says something else. */
const headings = new Set(['cold opening', 'new act', 'end of act', 'show/ep. title'])

/** What a type says about its paragraphs. */
export type TypeStyle = {
  element: ElementType
  /** Whether the type is that element; otherwise it only looks like it. */
  isOwn: boolean
  /** The styles of its font: Bold, AllCaps and so on. */
  font: readonly string[]
  /** Attributes that the paragraphs and their text inherit from the type. */
  paragraphAttributes: Readonly<Record<string, string>>
  textAttributes: Readonly<Record<string, string>>
  startsPage: boolean
}

function elementOf(name: string, alignment: string | undefined): ElementType {
  const usual = headings.has(name) ? 'Center' : 'Left'
  const type = own.get(formattedTypeOf(name) ?? 'action')
  return type ?? ((alignment ?? usual) === 'Center' ? 'centered' : 'action')
}

const POINTS_PER_ROW = 12

/** A page has about 55 rows; more would only be more empty pages. */
const MAX_SPACE = 60

/** The blank rows that a space before a paragraph has beyond the usual one; 0 if it is not made of whole rows. */
export function extraRows(points: string | undefined, usual: number): number {
  const rows = (Number(points ?? usual) - usual) / POINTS_PER_ROW
  return Number.isInteger(rows) && rows > 0 && rows <= MAX_SPACE ? rows : 0
}

/** The points of a space that has some blank rows beyond the usual one. */
export const pointsOf = (usual: number, rows: number) => String(usual + rows * POINTS_PER_ROW)

/** The styles of a file's types, by name; types that differ only in case may each have their own. */
export class TypeStyles {
  readonly #settings = new Map<string, XmlElement>()
  readonly #styles = new Map<string, TypeStyle>()

  constructor(root: XmlElement) {
    for (const element of elementsIn(root)) {
      const name = element.name === 'ElementSettings' && element.attributes['Type']
      if (!name) continue
      for (const each of [name, name.toLowerCase()]) {
        if (!this.#settings.has(each)) this.#settings.set(each, element)
      }
    }
  }

  /** The space before action, in points. */
  get actionSpace(): number {
    return Number(this.of('Action').paragraphAttributes['SpaceBefore'] ?? POINTS_PER_ROW)
  }

  of(name: string): TypeStyle {
    const known = this.#styles.get(name)
    if (known) return known
    const key = name.toLowerCase()
    const settings = this.#settings.get(name) ?? this.#settings.get(key)
    const paragraph = childNamed(settings, 'ParagraphSpec')?.attributes ?? {}
    const text = childNamed(settings, 'FontSpec')?.attributes ?? {}
    const style = {
      element: elementOf(key, paragraph['Alignment']),
      isOwn: key === 'action' || own.has(formattedTypeOf(key) ?? ''),
      font: styleNamesOf(text['Style']),
      paragraphAttributes: paragraph,
      textAttributes: text,
      startsPage: paragraph['StartsNewPage'] === 'Yes',
    }
    this.#styles.set(name, style)
    return style
  }
}
