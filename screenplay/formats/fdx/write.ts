import { printedTitlePage, type Screenplay, isFinalDraft } from '../../model/elements.ts'
import { xmlElement, xmlText, printable } from './paragraph-text.ts'
import { sheets } from '../../layout/columns.ts'
import { titlePages } from '../../layout/title-page.ts'
import { readPageSetup } from '../../layout/page-setup.ts'
import { type XmlElement, elementsIn } from '../xml.ts'
import {
  textElement,
  allParagraphs,
  type FdxParagraph,
  lengthOf,
  placedNotes,
  scriptNotesOf,
} from './write-paragraph.ts'
import { ParagraphKeys, type Kept, keptElement, decodeKept } from './kept.ts'
import { type LockedPage, putLockedPages } from './locked-pages.ts'
import { mergeSettings } from './write-settings.ts'
import { TypeStyles } from './settings.ts'
import { layout } from '../../layout/layout.ts'
import { locksOf, cutPagesOf } from '../../production/locked-pages.ts'
import { type Revision, revisedRanges } from '../../changes/revision.ts'
import { revisionsOf, setId } from './revisions.ts'
import { contentOf } from './write-content.ts'
import { type Restoring, restored, keptTitlePage } from './write-kept.ts'

/** The paragraphs of the title page. Final Draft positions them by empty lines, so every line is written. */
function titleParagraphs(screenplay: Screenplay): XmlElement[] {
  const { title } = readPageSetup(screenplay)
  const pages = titlePages(printedTitlePage(screenplay), sheets.letter, title)
  const lines = pages.flatMap((page, n) => {
    const rows = n < pages.length - 1 ? sheets.letter.lines : (page.at(-1)?.row ?? -1) + 1
    return Array.from({ length: rows }, (_, row) => page.find((line) => line.row === row))
  })
  return lines.map((line) => {
    const texts = line?.spans.map((span) => textElement({ ...span, text: printable(span.text) }))
    const alignment = line && line.left > 1 ? 'Center' : 'Left'
    return xmlElement('Paragraph', { Alignment: alignment }, texts ?? [xmlElement('Text')])
  })
}

/** A revision, and the earlier text that it is compared with. */
type FdxRevision = Revision & { against: string }

const ROOT = { DocumentType: 'Script', Template: 'No', Version: '4' }

/** Parts that refer to positions in the text, which are wrong once the text has changed. */
const positional = new Set(['LockedPages', 'TextState', 'AltCollection', 'Bookmarks'])

export const keysOf = (content: readonly FdxParagraph[]): ParagraphKeys =>
  new ParagraphKeys(allParagraphs(content).map(({ key }) => key))

/** The paragraphs made from the text alone, without anything kept from an imported file. */
export function plainContent(screenplay: Screenplay, revision?: FdxRevision): FdxParagraph[] {
  const { automaticContinueds } = readPageSetup(screenplay)
  const revised = revision && {
    ranges: revisedRanges(revision.against, screenplay),
    id: setId(revision.set),
  }
  const cutPages = locksOf(screenplay).pages ? cutPagesOf(layout(screenplay)) : undefined
  return contentOf(screenplay, { revised, cutPages, dropsContinued: automaticContinueds })
}

type Options = {
  kept?: Kept | undefined
  revision?: FdxRevision | undefined
  /** The result of `plainContent`, if the caller already has it. */
  content?: FdxParagraph[]
}

/** The Final Draft document of a script, combined with what was kept of the imported file, if any. */
export function documentOf(
  screenplay: Screenplay,
  { kept, revision, content = plainContent(screenplay, revision) }: Options = {},
): XmlElement {
  const keys = keysOf(content)
  const isUnchanged = keys.content === kept?.content
  const parts = kept?.parts.flatMap((each) => keptElement(each) ?? []) ?? []
  const root: XmlElement = {
    name: 'FinalDraft',
    attributes: kept?.root ?? ROOT,
    children: parts.filter(({ name }) => isUnchanged || !positional.has(name)),
  }
  if (!isUnchanged) dropRanges(root)
  mergeSettings(root, readPageSetup(screenplay))
  const restoring = restoringOf(content, keys, kept, new TypeStyles(root))
  const paragraphs = content.map((each) => restored(each, restoring))
  root.children.unshift(xmlElement('Content', {}, paragraphs))
  const title = titlePageOf(screenplay, kept)
  if (title) root.children.push(title)
  const written = content.map((each, at) => ({ ...each, xml: paragraphs[at] ?? each.xml }))
  putNotes(root, scriptNotesOf(placedNotes(written), kept?.notes ?? []))
  if (isUnchanged || locksOf(screenplay).pages)
    putLockedPages(root, lockedPagesOf(screenplay, written))
  if (revision) {
    const others = elementsIn(root).filter(({ name }) => name !== 'Revisions')
    root.children = [...others, revisionsOf(revision)]
  }
  return root
}

/** The locked pages of a script, with the first one. */
function lockedPagesOf(screenplay: Screenplay, paragraphs: readonly FdxParagraph[]): LockedPage[] {
  if (!locksOf(screenplay).pages) return []
  let start = 0
  const pages = paragraphs.flatMap((paragraph) => {
    const from = start
    start += lengthOf(paragraph) + 1
    return paragraph.pages.map(({ label, at }) => ({ label, position: from + at }))
  })
  const [first] = pages
  const all = first?.position === 0 ? pages : [{ label: '1', position: 0 }, ...pages]
  return all.map(({ label, position }, at) => {
    return { label, position, isCut: all[at + 1]?.position === position }
  })
}

function restoringOf(
  content: readonly FdxParagraph[],
  keys: ParagraphKeys,
  kept: Kept | undefined,
  styles: TypeStyles,
): Restoring {
  const [first] = content
  if (!kept) return { first, styles }
  const all = allParagraphs(content)
  const found = keys.find(kept.paragraphs)
  const byParagraph = kept.paragraphs.flatMap((each, index) => {
    const paragraph = all[found[index] ?? -1]
    return paragraph ? [[paragraph, each] as const] : []
  })
  const spellings = kept.spellings.map((each) => {
    const at = each.indexOf(' ') + 1
    const text = each.slice(at)
    return [each.slice(0, at) + text.toUpperCase(), text] as const
  })
  return { first, kept: new Map(byParagraph), spellings: new Map(spellings), styles }
}

/** Keeps the words that the spelling checker ignores, but not the ranges, which refer to the old text. */
function dropRanges(root: XmlElement): void {
  const lists = elementsIn(root).find(({ name }) => name === 'SpellCheckIgnoreLists')
  if (lists) lists.children = elementsIn(lists).filter(({ name }) => name !== 'IgnoredRanges')
}

function titlePageOf(screenplay: Screenplay, kept: Kept | undefined): XmlElement | undefined {
  const same = kept?.title && keptTitlePage(kept.title, printedTitlePage(screenplay))
  if (same) return same
  const paragraphs = titleParagraphs(screenplay)
  if (paragraphs.length === 0) return undefined
  return xmlElement('TitlePage', {}, [xmlElement('Content', {}, paragraphs)])
}

/** Adds the notes to the file's existing ScriptNotes element, if it has one. */
function putNotes(root: XmlElement, notes: readonly XmlElement[]): void {
  const list = elementsIn(root).find(({ name }) => name === 'ScriptNotes')
  if (list) list.children.push(...notes)
  else if (notes.length > 0) root.children.push(xmlElement('ScriptNotes', {}, [...notes]))
}

/** Exports a screenplay in Final Draft's format, with all that was kept of the file it was imported from. */
export async function fdxOf(screenplay: Screenplay, revision?: FdxRevision): Promise<string> {
  const entry = screenplay.titlePage.find(isFinalDraft)
  const kept = entry && (await decodeKept(entry.values.join('')))
  const document = documentOf(screenplay, { kept, revision })
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n${xmlText(document)}\n`
}
