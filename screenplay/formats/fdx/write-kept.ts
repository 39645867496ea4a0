import { extraRows, type TypeStyles, styleNamesOf } from './settings.ts'
import { type KeptParagraph, keptElement, type Kept } from './kept.ts'
import { xmlElement, printable } from './paragraph-text.ts'
import { elementsIn, type XmlElement, childNamed } from '../xml.ts'
import { type FdxParagraph, writtenText, textParagraphs, textElement } from './write-paragraph.ts'
import { printedValues, type TitleEntry } from '../../model/elements.ts'
import { spansOf } from '../../model/emphasis.ts'
import { titleLinesOf } from './read-title-page.ts'

type Names = Record<string, string>

/** A scene number as our text can express it. */
const plainNumber = (number: string | undefined) => number?.replaceAll(/[^\p{L}\p{N}.-]/gu, '')

/** The new space above action or lyrics, if it differs from the imported file's; otherwise undefined. */
function changedSpace(given: Names, paragraph: FdxParagraph, styles: TypeStyles) {
  const { key, xml, isBelowSame } = paragraph
  if (isBelowSame && key.startsWith('lyrics ')) {
    return given['SpaceBefore'] === undefined ? xml.attributes['SpaceBefore'] : undefined
  }
  if (!isBelowSame || !key.startsWith('action ')) return undefined
  const usual = styles.actionSpace
  const { paragraphAttributes } = styles.of(given['Type'] ?? 'Action')
  const was = extraRows(given['SpaceBefore'] ?? paragraphAttributes['SpaceBefore'], usual)
  const is = extraRows(xml.attributes['SpaceBefore'], usual)
  // The import does not read the space above an empty row.
  if (is === 0 && key === 'action ') return undefined
  return was === is ? undefined : (xml.attributes['SpaceBefore'] ?? String(usual))
}

/** The attributes, with the number, the page break and the space updated to the current text. */
function reconciled(given: Names, paragraph: FdxParagraph, { styles, first }: Restoring): Names {
  const { xml, startsPage } = paragraph
  const attributes = { ...given }
  const number = xml.attributes['Number']
  const isHeading = paragraph.key.startsWith('scene-heading ')
  if (isHeading && plainNumber(given['Number']) !== number) {
    if (number === undefined) delete attributes['Number']
    else attributes['Number'] = number
  }
  const style = styles.of(given['Type'] ?? 'Action')
  const starts = given['StartsNewPage'] ?? (style.startsPage ? 'Yes' : 'No')
  if (startsPage && starts !== 'Yes') attributes['StartsNewPage'] = 'Yes'
  if (!startsPage && starts === 'Yes' && paragraph !== first) {
    if (style.startsPage && !style.isOwn) attributes['StartsNewPage'] = 'No'
    else delete attributes['StartsNewPage']
  }
  const space = changedSpace(given, paragraph, styles)
  const usual = style.paragraphAttributes['SpaceBefore'] ?? String(styles.actionSpace)
  if (space === usual && !paragraph.key.startsWith('lyrics ')) delete attributes['SpaceBefore']
  else if (space !== undefined) attributes['SpaceBefore'] = space
  return attributes
}

/** The text split into its original runs; undefined if its length has changed. */
function inRuns(text: string, runs: KeptParagraph['runs']): XmlElement[] | undefined {
  const length = runs?.reduce((sum, [each]) => sum + each, 0)
  if (!runs || length !== text.length) return undefined
  let at = 0
  return runs.map(([each, attributes]) => {
    const piece = text.slice(at, at + each)
    at += each
    return { name: 'Text', attributes, children: [piece] }
  })
}

const isCapitals = (style: string | undefined) => styleNamesOf(style).includes('AllCaps')

/** Whether a spelling differs from the text only in pieces that are printed in capitals. */
function isOnlyInCapitals(spelling: string, text: string, runs: KeptParagraph['runs']): boolean {
  let at = 0
  return (
    runs?.every(([length, { Style }]) => {
      const [from, to] = [at, (at += length)]
      return isCapitals(Style) || spelling.slice(from, to) === text.slice(from, to)
    }) ?? false
  )
}

/** As it was typed, if it is printed in capitals all the same. */
function spelled(
  paragraph: FdxParagraph,
  { attributes, runs }: Pick<KeptParagraph, 'attributes' | 'runs'>,
  { spellings, styles }: Restoring,
): XmlElement[] {
  const texts = paragraph.xml.children.filter((child) => typeof child !== 'string')
  const written = writtenText(paragraph.xml)
  const spelling = spellings?.get(spellingKey(paragraph))
  if (spelling === undefined) return texts
  const type = (attributes ?? paragraph.xml.attributes)['Type'] ?? 'Action'
  const isPrintedInCapitals =
    styles.of(type).font.includes('AllCaps') || isOnlyInCapitals(spelling, written, runs)
  if (!isPrintedInCapitals) return texts
  if (texts.length === 1) return texts.map((text) => ({ ...text, children: [spelling] }))
  if (spelling.length !== written.length) return texts
  let at = 0
  return texts.map(({ name, attributes: given, children }) => {
    const piece = spelling.slice(at, (at += children.map(String).join('').length))
    return { name, attributes: given, children: [piece] }
  })
}

/** A paragraph whose last text ends with this. */
export function withTyped(xml: XmlElement, typed = ''): XmlElement {
  const last = xml.children.at(-1)
  if (typed === '' || typeof last !== 'object') return xml
  const longer = { ...last, children: [...last.children, typed] }
  return { ...xml, children: [...xml.children.slice(0, -1), longer] }
}

const hasRevision = ({ children }: XmlElement) =>
  children.some((child) => typeof child !== 'string' && 'RevisionID' in child.attributes)

function withSynopses(inside: XmlElement[], synopses: readonly string[]): XmlElement[] {
  if (synopses.length === 0) return inside
  const summary = xmlElement('Summary', {}, synopses.flatMap(textParagraphs))
  const properties = inside.find(({ name }) => name === 'SceneProperties')
  if (!properties) return [xmlElement('SceneProperties', {}, [summary]), ...inside]
  properties.children = [summary, ...elementsIn(properties)]
  return inside
}

export type Restoring = {
  /** The first paragraph, which cannot have a page break above it. */
  first: FdxParagraph | undefined
  kept?: ReadonlyMap<FdxParagraph, KeptParagraph>
  spellings?: ReadonlyMap<string, string>
  styles: TypeStyles
}

const elementsOf = (kept: readonly string[] = []): XmlElement[] =>
  kept.flatMap((each) => keptElement(each) ?? [])

/** Its type, and its text without emphasis. */
const spellingKey = ({ key, xml }: FdxParagraph) =>
  `${key.slice(0, key.indexOf(' '))} ${writtenText(xml)}`

/** A paragraph with everything kept from its imported file. Its text is never from there, only the case of letters. */
export function restored(paragraph: FdxParagraph, restoring: Restoring): XmlElement {
  const { xml, synopses, inner } = paragraph
  const kept = restoring.kept?.get(paragraph)
  const attributes = reconciled(kept?.attributes ?? xml.attributes, paragraph, restoring)
  const typed = withTyped(xml, kept?.isContinued && paragraph.continued)
  const texts = spelled({ ...paragraph, xml: typed }, kept ?? {}, restoring)
  const text = writtenText({ ...xml, children: texts })
  const runs = hasRevision(xml) ? undefined : inRuns(text, kept?.runs)
  const inside = elementsOf(kept?.inside)
  const inners = inner?.paragraphs.map((each) => restored(each, restoring))
  const children = [
    ...withSynopses(inside, synopses),
    ...(runs ?? texts),
    ...(inner && inners ? [xmlElement(inner.name, {}, inners)] : []),
  ]
  const isOurs = kept?.attributes === undefined
  const restoredXml = { name: 'Paragraph', attributes, children }
  return isOurs ? xmlElement('Paragraph', attributes, children) : restoredXml
}

type Entry = Pick<TitleEntry, 'key' | 'values'>

type Pair = [number, number]

const isPairs = (place: Pair | Pair[]): place is Pair[] => Array.isArray(place[0])

/** The lines that a paragraph became. */
const pairsOf = (place: Pair | Pair[] | 0): Pair[] =>
  place === 0 ? [] : isPairs(place) ? place : [place]

/** Replaces the text of a paragraph, but keeps its font. */
function retyped(paragraph: XmlElement, text: string): void {
  const { Style: _, ...font } = childNamed(paragraph, 'Text')?.attributes ?? {}
  paragraph.children = spansOf(printable(text)).map((span) => {
    const element = textElement(span)
    element.attributes = { ...font, ...element.attributes }
    return element
  })
}

/** The imported title page with the current text of its lines; undefined if lines were added or removed. */
export function keptTitlePage(
  title: NonNullable<Kept['title']>,
  entries: readonly Entry[],
): XmlElement | undefined {
  const page = keptElement(title.xml)
  const paragraphs = elementsIn(childNamed(page, 'Content'))
  const places = title.places.map(pairsOf)
  const values = entries.map(printedValues)
  const lines = values.flatMap((each, entry) => each.map((_, line) => `${entry},${line}`))
  const isSame = places.flat().map(String).toSorted().join(' ') === lines.toSorted().join(' ')
  if (page?.name !== 'TitlePage' || !isSame) return undefined
  for (const [index, paragraph] of paragraphs.entries()) {
    const texts = (places[index] ?? []).flatMap(([entry, line]) => values[entry]?.[line] ?? [])
    const was = titleLinesOf(paragraph).filter(Boolean)
    if (texts.length > 0 && texts.join('\n') !== was.join('\n'))
      retyped(paragraph, texts.join('\n'))
  }
  return page
}
