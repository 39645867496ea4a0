import type { ElementType } from '../elements.ts'
import type { Span } from '../emphasis.ts'
import { markedText } from '../marked-text.ts'
import type { ElementDraft } from '../write/draft.ts'
import { ImportFailure } from './failure.ts'
import { type Imported, importedFrom } from './imported.ts'
import { titleEntries } from './title-lines.ts'
import { readXml, type XmlElement } from '../xml.ts'
import { childNamed, elementsIn, ownText } from './xml-tree.ts'

/** Paragraph types of Final Draft and of other programs that write its format. */
const types: Record<string, ElementType> = {
  'Scene Heading': 'scene-heading',
  Action: 'action',
  Character: 'character',
  Parenthetical: 'parenthetical',
  Dialogue: 'dialogue',
  Transition: 'transition',
  Lyrics: 'lyrics',
  Singing: 'lyrics',
  'New Act': 'centered',
  'End of Act': 'centered',
}

/** Imports Final Draft's format, any version. */
export function importFdx(source: string): Imported {
  const root = readXml(source)
  if (root.name !== 'FinalDraft') throw new ImportFailure('unknown-type')
  const content = childNamed(root, 'Content')
  if (!content) throw new ImportFailure('damaged')
  const inCapitals = typesInCapitals(root)
  const elements: ElementDraft[] = []
  for (const paragraph of elementsIn(content)) {
    const breaks = elements.length > 0 && paragraph.attributes['StartsNewPage'] === 'Yes'
    if (breaks) elements.push({ type: 'page-break', text: '' })
    elements.push(...draftsOf(paragraph, inCapitals))
  }
  const title = elementsIn(childNamed(childNamed(root, 'TitlePage'), 'Content'))
  const titlePage = titleEntries(
    title.map((paragraph) => ({
      text: textOf(paragraph),
      isCentered: paragraph.attributes['Alignment'] === 'Center',
    })),
  )
  return importedFrom({ titlePage, elements })
}

/** Final Draft stores text as typed; the element settings say which types are shown in capitals. */
function typesInCapitals(root: XmlElement): ReadonlySet<string | undefined> {
  const settings = elementsIn(root).filter(({ name }) => name === 'ElementSettings')
  return new Set(
    settings
      .filter((each) => isStyled(childNamed(each, 'FontSpec'), 'AllCaps'))
      .map((each) => each.attributes['Type']),
  )
}

const isStyled = (element: XmlElement | undefined, style: string) =>
  element?.attributes['Style']?.split('+').includes(style) ?? false

function draftsOf(
  paragraph: XmlElement,
  inCapitals: ReadonlySet<string | undefined>,
): ElementDraft[] {
  const dual = paragraph.name === 'DualDialogue' ? paragraph : childNamed(paragraph, 'DualDialogue')
  if (dual) return dualDrafts(dual, inCapitals)
  if (paragraph.name !== 'Paragraph') return []
  const { Type: name = 'Action', Alignment, Number: number } = paragraph.attributes
  const known = types[name] ?? 'action'
  const type = known === 'dialogue' && looksLikeLyrics(paragraph) ? 'lyrics' : known
  const isCentered = type === 'action' && Alignment === 'Center'
  const text = textOf(paragraph, { inCapitals: inCapitals.has(name), isLyrics: type === 'lyrics' })
  const draft: ElementDraft = {
    type: isCentered ? 'centered' : type,
    text: type === 'action' && !isCentered ? text : text.trim(),
  }
  const sceneNumber = number ?? childNamed(paragraph, 'SceneProperties')?.attributes['Number']
  if (type === 'scene-heading' && sceneNumber) draft.sceneNumber = sceneNumber
  return text.trim() === '' ? [] : [draft, ...synopsesOf(paragraph), ...notesOf(paragraph)]
}

/** Final Draft has no type for lyrics; this is how we export them. */
const looksLikeLyrics = (paragraph: XmlElement) =>
  paragraph.attributes['SpaceBefore'] !== undefined &&
  elementsIn(paragraph).every((text) => text.name !== 'Text' || isStyled(text, 'Italic'))

function dualDrafts(dual: XmlElement, inCapitals: ReadonlySet<string | undefined>): ElementDraft[] {
  let names = 0
  const drafts = elementsIn(dual).flatMap((paragraph) => draftsOf(paragraph, inCapitals))
  for (const draft of drafts) {
    if (draft.type === 'character') names += 1
    draft.dual = names > 1 ? 'right' : 'left'
  }
  return drafts
}

/** The text with emphasis markers; lyrics are italic by default. */
function textOf(paragraph: XmlElement, { inCapitals = false, isLyrics = false } = {}): string {
  const spans = elementsIn(paragraph)
    .filter(({ name }) => name === 'Text')
    .map((text): Span => {
      const raw = ownText(text).replaceAll(/\r\n?|\u2028/g, '\n')
      const span: Span = {
        text: inCapitals || isStyled(text, 'AllCaps') ? raw.toUpperCase() : raw,
      }
      if (isStyled(text, 'Bold')) span.bold = true
      if (isStyled(text, 'Italic') && !isLyrics) span.italic = true
      if (isStyled(text, 'Underline')) span.underline = true
      return span
    })
  return markedText(spans)
}

const paragraphTexts = (element: XmlElement | undefined) =>
  elementsIn(element)
    .filter(({ name }) => name === 'Paragraph')
    .map((paragraph) => textOf(paragraph))
    .join(' ')
    .trim()

function synopsesOf(paragraph: XmlElement): ElementDraft[] {
  const text = paragraphTexts(childNamed(childNamed(paragraph, 'SceneProperties'), 'Summary'))
  return text === '' ? [] : [{ type: 'synopsis', text: text.replaceAll('\n', ' ') }]
}

const notesOf = (paragraph: XmlElement): ElementDraft[] =>
  elementsIn(paragraph)
    .filter(({ name }) => name === 'ScriptNote')
    .map((note): ElementDraft => ({ type: 'note', text: paragraphTexts(note) }))
    .filter(({ text }) => text !== '')
