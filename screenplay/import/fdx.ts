import { FINAL_DRAFT_KEY } from '../elements.ts'
import { plainContent } from '../export/fdx/document.ts'
import { allParagraphs } from '../export/fdx/paragraph.ts'
import { readLockedPages } from '../final-draft/locked-pages.ts'
import { withAllSettings } from '../final-draft/merge-settings.ts'
import { readSettings } from '../final-draft/read-settings.ts'
import { textFormatsIn } from '../final-draft/text-formats.ts'
import { TypeStyles } from '../final-draft/type-styles.ts'
import { pageSetupEntry } from '../page-setup.ts'
import { parse } from '../parse.ts'
import { applySplices } from '../splices.ts'
import { fountainOf } from '../write.ts'
import { readXmlStart } from '../xml.ts'
import { ContentReader } from './fdx/content.ts'
import { joinLines } from './fdx/join-lines.ts'
import { keptOf } from './fdx/keep.ts'
import { LOCK_ENTRY, pageMarks } from './fdx/locked-pages.ts'
import { fdxLosses, lossesIn } from './fdx/losses.ts'
import { pairedParagraphs } from './fdx/originals.ts'
import { besideParagraphs, scriptNotesIn, startsOf } from './fdx/script-notes.ts'
import { titlePageIn } from './fdx/title-page.ts'
import { checkTextLength, ImportFailure } from './failure.ts'
import { type Imported, importedFrom } from './imported.ts'
import { childNamed, elementsIn, textLength } from './xml-tree.ts'

/** Imports any version of Final Draft's format; from a truncated file, the part that can be read. */
export async function importFdx(source: string): Promise<Imported> {
  const { root, isDamaged } = readXmlStart(source)
  if (!root) throw new ImportFailure('damaged')
  if (root.name !== 'FinalDraft') throw new ImportFailure('unknown-type')
  const content = childNamed(root, 'Content')
  if (!content) throw new ImportFailure('damaged')
  checkTextLength(textLength(content))
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
