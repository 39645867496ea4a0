import { elementsIn, type XmlElement, readXmlStart, childNamed, textLength } from '../xml.ts'
import {
  type Format,
  type PageSetup,
  formatOf,
  type TextFormat,
  textKey,
} from '../../layout/page-formats.ts'
import { rawTextOf } from './paragraph-text.ts'
import { type TypeStyle, TypeStyles, readSettings } from './settings.ts'
import {
  type Element,
  PRODUCTION_LOCK_KEY,
  type Screenplay,
  FINAL_DRAFT_KEY,
} from '../../model/elements.ts'
import { plainText } from '../../model/emphasis.ts'
import { type FdxParagraph, allParagraphs } from './write-paragraph.ts'
import { type LockedPage, readLockedPages } from './locked-pages.ts'
import { printedPositions } from '../../layout/page-rows.ts'
import { pageMark } from '../../production/locked-pages.ts'
import { type Splice, applySplices } from '../../changes/splices.ts'
import {
  paragraphAt,
  besideParagraphs,
  scriptNotesIn,
  startsOf,
  titlePageIn,
} from './read-title-page.ts'
import { plainContent } from './write.ts'
import { withAllSettings } from './write-settings.ts'
import { pageSetupEntry } from '../../layout/page-setup.ts'
import { parse } from '../../model/parse.ts'
import { fountainOf } from '../../model/write.ts'
import { ContentReader, joinLines } from './read-content.ts'
import { keptOf } from './keep.ts'
import { fdxLosses, lossesIn, pairedParagraphs } from './losses.ts'
import { checkParagraphs, checkParts, checkTextLength, ImportFailure } from '../failure.ts'
import { type Imported, importedFrom } from '../imported.ts'

const settings = [
  ['LeftIndent', 'leftIndent'],
  ['RightIndent', 'rightIndent'],
  ['SpaceBefore', 'spaceBefore'],
  ['Spacing', 'spacing'],
] as const

/** What the settings of a type say that differs from centered text. */
function formatIn({ paragraphAttributes }: TypeStyle, usual: Format): Partial<Format> {
  const given = settings.flatMap(([attribute, name]) => {
    const value = Number(paragraphAttributes[attribute] ?? Number.NaN)
    return Number.isFinite(value) && value !== usual[name] ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

/** How a file prints the headings of its acts and episodes, which are centered text in ours. */
function textFormatsIn(content: XmlElement, styles: TypeStyles, setup: PageSetup): TextFormat[] {
  const usual = formatOf(setup, 'centered')
  const byFormat = new Map<string, { texts: Set<string>; format: Partial<Format> }>()
  const known = new Set<string>()
  for (const paragraph of elementsIn(content)) {
    const { Type: name = 'Action', Alignment: alignment } = paragraph.attributes
    const style = styles.of(name)
    if (style.isOwn || style.element !== 'centered' || alignment !== undefined) continue
    const key = textKey(rawTextOf(paragraph))
    const format = formatIn(style, usual)
    if (key === '' || known.has(key)) continue
    known.add(key)
    if (Object.keys(format).length === 0) continue
    const id = JSON.stringify(format)
    const group = byFormat.get(id) ?? { texts: new Set(), format }
    group.texts.add(key)
    byFormat.set(id, group)
  }
  return [...byFormat.values()].map(({ texts, format }) => ({ texts: [...texts], format }))
}

/** The title page entry of a script with locked pages. */
const LOCK_ENTRY = { key: PRODUCTION_LOCK_KEY, values: ['pages'] }

/** A page has about 3,000 characters. */
const MAX_LENGTH = 20_000

/** Elements inside which a page may begin. */
const mayBreak = new Set<Element['type']>(['action', 'dialogue', 'lyrics'])

type Paragraphs = {
  /** The paragraphs of the file, and where they begin, in characters. */
  originals: readonly XmlElement[]
  starts: readonly number[]
  /** What they became. */
  exported: ReadonlyMap<XmlElement, FdxParagraph>
}

/** The notes that fix these pages in the imported script; incomplete if some could not be placed. */
function pageMarks(
  screenplay: Screenplay,
  pages: readonly LockedPage[],
  paragraphs: Paragraphs,
): { splices: Splice[]; isIncomplete: boolean } {
  const { source } = screenplay
  let isIncomplete = false
  const labels = new Map<number, string[]>()
  for (const { label, position } of pages) {
    const at = sourceOffset(source, position, paragraphs)
    // The first page begins with the script anyway.
    if (label === '1' && at === screenplay.elements[0]?.start) continue
    if (at === undefined) isIncomplete = true
    else labels.set(at, [...(labels.get(at) ?? []), label])
  }
  const splices = [...labels]
    .toSorted(([one], [other]) => one - other)
    .map(([at, here]) => ({ start: at, end: at, text: textAt(source, at, here) }))
  return { splices, isIncomplete }
}

function textAt(source: string, at: number, labels: readonly string[]): string {
  if (at === source.length) return labels.map((label) => `\n[[=== ${label}]]\n`).join('')
  return labels.map((label) => pageMark(source, at, label)).join('')
}

/** The first element of what a paragraph became. */
const elementOf = ({ element, inner }: FdxParagraph): Element | undefined =>
  element ?? inner?.paragraphs[0]?.element

/** Undefined if the page begins in a paragraph that is far longer than a page. */
function sourceOffset(
  source: string,
  position: number,
  { originals, starts, exported }: Paragraphs,
): number | undefined {
  const first = paragraphAt(starts, position)
  const at = position - (starts[first] ?? 0)
  for (let index = first; index < originals.length; index += 1) {
    const became = exported.get(originals[index]!)
    const element = became && elementOf(became)
    if (!element) continue
    if (index > first || at === 0) return element.start
    const text = rawTextOf(originals[index]!)
    const isInside = at < text.trimEnd().length && became.element !== undefined
    if (!isInside || !mayBreak.has(element.type)) continue
    return text.length > MAX_LENGTH ? undefined : placeIn(source, element, text.slice(0, at))
  }
  return source.length
}

/** The source offset in an element behind this much of the paragraph's text, whatever its white space was. */
function placeIn(source: string, element: Element, before: string): number {
  const printed = plainText(element.text)
  const isAdded = element.type === 'parenthetical' && !before.trimStart().startsWith('(')
  let left = before.replaceAll(/\s/g, '').length + (isAdded ? 1 : 0)
  let at = 0
  for (; at < printed.length && (left > 0 || /\s/.test(printed.charAt(at))); at += 1) {
    if (!/\s/.test(printed.charAt(at))) left -= 1
  }
  // A page does not begin inside a word.
  while (at > 0 && !/\s/.test(printed.charAt(at - 1))) at -= 1
  return at === 0 ? element.start : printedPositions(source, element, printed).rowStart(at)
}

/** Imports any version of Final Draft's format; from a truncated file, the part that can be read. */
export async function importFdx(source: string): Promise<Imported> {
  const { root, isDamaged } = readXmlStart(source)
  if (!root) throw new ImportFailure('damaged')
  if (root.name !== 'FinalDraft') throw new ImportFailure('unknown-type')
  const content = childNamed(root, 'Content')
  if (!content) throw new ImportFailure('damaged')
  checkTextLength(textLength(content))
  checkParagraphs(elementsIn(content).length)
  const styles = new TypeStyles(withAllSettings(root))
  const losses = lossesIn(root, content, styles)
  const { extra, hasDropped } = joinLines(content, styles)
  if (hasDropped) losses.add('empty-paragraphs')
  const starts = startsOf(content, extra)
  const notes = scriptNotesIn(root, starts)
  const setup = readSettings(root)
  const reader = new ContentReader(styles, setup)
  const elements = reader.draftsOf(content, besideParagraphs(notes))
  const title = titlePageIn(root)
  const setupEntry = pageSetupEntry({
    ...setup,
    texts: textFormatsIn(content, styles, setup),
    ...(title.places && { title: title.places }),
  })
  const titlePage = [...title.entries, ...(setupEntry ? [setupEntry] : [])]
  const pages = isDamaged ? [] : readLockedPages(root)
  const locks = pages.length > 0 ? [LOCK_ENTRY] : []
  const imported = importedFrom({ titlePage: [...titlePage, ...locks], elements })
  checkParts(imported.text)
  if (isDamaged) return { ...imported, isIncomplete: true }
  let screenplay = parse(imported.text)
  let exported = plainContent(screenplay)
  const pairs = pairedParagraphs(content, exported, styles)
  if (pages.length > 0) {
    const became = new Map(pairs.map((pair) => [pair.original, pair.exported]))
    const paragraphs = { originals: elementsIn(content), starts, exported: became }
    const marks = pageMarks(screenplay, pages, paragraphs)
    if (marks.isIncomplete) losses.add('locked-pages')
    const unlocked = exported
    screenplay = parse(applySplices(imported.text, marks.splices))
    exported = plainContent(screenplay)
    // The notes change no paragraph, so what was paired with one before belongs to it now.
    const places = new Map(allParagraphs(unlocked).map((each, at) => [each, at]))
    const locked = allParagraphs(exported)
    for (const pair of pairs)
      pair.exported = locked[places.get(pair.exported) ?? -1] ?? pair.exported
  }
  const { kept, isComplete } = await keptOf(screenplay, { root, notes, styles, pairs, exported })
  if (reader.hasDialogueWithoutName) losses.add('dialogue-without-name')
  if (!isComplete) losses.add('too-much')
  const result = { ...imported, losses: fdxLosses.filter((loss) => losses.has(loss)) }
  if (kept === undefined) return { ...result, text: screenplay.source }
  const entry = { key: FINAL_DRAFT_KEY, values: [kept] }
  const [before, after] = [locks, [entry, ...locks]].map((rest) =>
    fountainOf({ titlePage: [...titlePage, ...rest], elements: [] }),
  )
  const script = screenplay.source.slice(before ? before.length + 1 : 0)
  return { ...result, text: `${after}\n${script}` }
}
