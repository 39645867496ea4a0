import { childNamed, elementsIn } from '../import/xml-tree.ts'
import {
  type Alignment,
  defaultFormats,
  type Format,
  type FormattedType,
  type Spacing,
  type StyleName,
} from '../page-setup/formats.ts'
import { defaultSetup, type Leading, type PageSetup, type PaperSize } from '../page-setup/setup.ts'
import { validSetup } from '../page-setup/valid.ts'
import type { XmlElement } from '../xml.ts'
import { elementNames, formattedTypeOf } from './element-names.ts'

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
    const isOwn = type && name === nameOf(type)
    if (type && (isOwn || !found.has(type))) found.set(type, element)
  }
  return found
}

const nameOf = (type: FormattedType) => (type === 'centered' ? undefined : elementNames[type])

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
