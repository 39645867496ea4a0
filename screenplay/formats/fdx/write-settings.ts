import {
  type Format,
  type FormattedType,
  formattedTypes,
  type StyleName,
  formatOf,
  type Leading,
  type PageSetup,
} from '../../layout/page-formats.ts'
import { type XmlElement, childNamed, elementsIn } from '../xml.ts'
import { elementNames, readSettings, settingsByType } from './settings.ts'
import { xmlElement } from './paragraph-text.ts'

const POINTS = 72
const papers = { letter: { width: 8.5, height: 11 }, a4: { width: 8.27, height: 11.69 } }

const styleNames: Record<StyleName, string> = {
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  capitals: 'AllCaps',
}

const leadings: Record<Leading, string> = {
  loose: 'Loose',
  normal: 'Normal',
  tight: 'Tight',
  'very-tight': 'VeryTight',
}

/** The type that follows each type, and the shortcut key that selects it. */
const behaviors: Partial<Record<FormattedType, readonly [next: string, shortcut: string]>> = {
  general: ['General', '0'],
  'scene-heading': ['Action', '1'],
  action: ['Action', '2'],
  character: ['Dialogue', '3'],
  parenthetical: ['Dialogue', '4'],
  dialogue: ['Character', '5'],
  transition: ['Scene Heading', '6'],
  shot: ['Action', '7'],
}

type NamedType = Exclude<FormattedType, 'centered'>

const yes = (value: boolean) => (value ? 'Yes' : 'No')
const inches = (value: number) => value.toFixed(2)
const points = (value: number) => String(Math.round(value * POINTS))

const fontSpec = (style: readonly StyleName[] = []): XmlElement =>
  xmlElement('FontSpec', {
    Font: 'Courier Final Draft',
    Size: '12',
    Style: style.map((name) => styleNames[name]).join('+'),
  })

function paragraphSpec(format: Format): XmlElement {
  const { alignment } = format
  return xmlElement('ParagraphSpec', {
    Alignment: alignment.charAt(0).toUpperCase() + alignment.slice(1),
    FirstIndent: inches(format.firstIndent),
    Leading: 'Regular',
    LeftIndent: inches(format.leftIndent),
    RightIndent: inches(format.rightIndent),
    SpaceBefore: String(format.spaceBefore),
    Spacing: String(format.spacing),
    StartsNewPage: yes(format.startsNewPage),
  })
}

function elementSettings(setup: PageSetup, type: NamedType): XmlElement {
  const format = formatOf(setup, type)
  const [next, shortcut] = behaviors[type] ?? []
  const name = elementNames[type]
  const behavior = { PaginateAs: name, ReturnKey: next, Shortcut: shortcut }
  return xmlElement('ElementSettings', { Type: name }, [
    fontSpec(format.style),
    paragraphSpec(format),
    ...(next ? [xmlElement('Behavior', behavior)] : []),
  ])
}

/** The types that every file has settings for, and those that this one changes. */
const typesWithSettings = ({ formats }: PageSetup): NamedType[] =>
  formattedTypes.filter(
    (type): type is NamedType =>
      type !== 'centered' && (Object.hasOwn(behaviors, type) || Object.hasOwn(formats, type)),
  )

function pageLayout({ paper, margins, leading, breaksSentences }: PageSetup): XmlElement {
  const size = typeof paper === 'string' ? papers[paper] : paper
  const attributes = {
    BottomMargin: points(margins.bottom),
    BreakDialogueAndActionAtSentences: yes(breaksSentences),
    DocumentLeading: leadings[leading],
    FooterMargin: points(margins.footer),
    HeaderMargin: points(margins.header),
    TopMargin: points(margins.top),
  }
  const sheet =
    size && xmlElement('PageSize', { Height: inches(size.height), Width: inches(size.width) })
  return xmlElement('PageLayout', attributes, sheet ? [sheet] : [])
}

function moresAndContinueds(setup: PageSetup): XmlElement {
  const dialogueBreaks = xmlElement('DialogueBreaks', {
    AutomaticCharacterContinueds: yes(setup.automaticContinueds),
    BottomOfPage: 'Yes',
    DialogueBottom: setup.moreText,
    DialogueTop: setup.continuedText,
    TopOfNext: 'Yes',
  })
  const sceneBreaks = xmlElement('SceneBreaks', {
    ContinuedNumber: 'No',
    SceneBottom: '(CONTINUED)',
    SceneBottomOfPage: 'No',
    SceneTop: 'CONTINUED:',
    SceneTopOfNext: 'No',
  })
  return xmlElement('MoresAndContinueds', {}, [fontSpec(), dialogueBreaks, sceneBreaks])
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const setStyle = (font: XmlElement, style: string) => {
  font.attributes = { ...font.attributes, Style: style }
}

/** Writes our settings into the stored ones; of a font, only its style. */
function overwrite(stored: XmlElement, ours: XmlElement): void {
  stored.attributes = { ...stored.attributes, ...ours.attributes }
  for (const child of elementsIn(ours)) {
    const old = childNamed(stored, child.name)
    if (!old) stored.children.push(child)
    else if (child.name === 'FontSpec') setStyle(old, child.attributes['Style'] ?? '')
    else if (child.name !== 'SceneBreaks' && child.name !== 'Behavior') overwrite(old, child)
  }
}

const layoutOf = ({ paper, margins, leading, breaksSentences }: PageSetup) => ({
  paper,
  margins,
  leading,
  breaksSentences,
})

const breaksOf = ({ automaticContinueds, moreText, continuedText }: PageSetup) => ({
  automaticContinueds,
  moreText,
  continuedText,
})

/** Adds the settings that are missing to the parts of a document, and changes those that differ. */
export function mergeSettings(root: XmlElement, setup: PageSetup): void {
  const was = readSettings(root)
  const put = (stored: XmlElement | undefined, ours: () => XmlElement, isEqual: boolean) => {
    if (!stored) root.children.push(ours())
    else if (!isEqual) overwrite(stored, ours())
  }
  const isSameLayout = isSame(layoutOf(was), layoutOf(setup))
  put(childNamed(root, 'PageLayout'), () => pageLayout(setup), isSameLayout)
  const stored = settingsByType(root)
  for (const type of new Set([...typesWithSettings(setup), ...typesWithSettings(was)])) {
    const isSameFormat = isSame(formatOf(was, type), formatOf(setup, type))
    put(stored.get(type), () => elementSettings(setup, type), isSameFormat)
  }
  const isSameBreaks = isSame(breaksOf(was), breaksOf(setup))
  put(childNamed(root, 'MoresAndContinueds'), () => moresAndContinueds(setup), isSameBreaks)
}

/** A document with the settings that its file leaves to Final Draft's defaults. */
export function withAllSettings(root: XmlElement): XmlElement {
  const complete = { ...root, children: [...root.children] }
  mergeSettings(complete, readSettings(root))
  return complete
}
