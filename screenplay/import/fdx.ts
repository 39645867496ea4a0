import { FINAL_DRAFT_KEY } from '../elements.ts'
import { markedTextOf } from '../final-draft/paragraph-text.ts'
import { readSettings } from '../final-draft/read-settings.ts'
import { TypeStyles } from '../final-draft/type-styles.ts'
import { pageSetupEntry } from '../page-setup.ts'
import { parse } from '../parse.ts'
import { fountainOf } from '../write.ts'
import { readXmlStart, type XmlElement } from '../xml.ts'
import { ContentReader, joinLines } from './fdx/content.ts'
import { keptOf } from './fdx/keep.ts'
import { besideParagraphs, scriptNotesIn } from './fdx/script-notes.ts'
import { checkTextLength, ImportFailure } from './failure.ts'
import { type Imported, importedFrom } from './imported.ts'
import { titleEntries } from './title-lines.ts'
import { childNamed, elementsIn, textLength } from './xml-tree.ts'

/** Imports any version of Final Draft's format; from a truncated file, the part that can be read. */
export async function importFdx(source: string): Promise<Imported> {
  const { root, isDamaged } = readXmlStart(source)
  if (!root) throw new ImportFailure('damaged')
  if (root.name !== 'FinalDraft') throw new ImportFailure('unknown-type')
  const content = childNamed(root, 'Content')
  if (!content) throw new ImportFailure('damaged')
  checkTextLength(textLength(content))
  const styles = new TypeStyles(root)
  joinLines(content, styles)
  const notes = scriptNotesIn(root, content)
  const reader = new ContentReader(styles)
  const elements = reader.draftsOf(content, besideParagraphs(notes))
  const setup = pageSetupEntry(readSettings(root))
  const titlePage = [...titlePageOf(root), ...(setup ? [setup] : [])]
  const imported = importedFrom({ titlePage, elements })
  if (isDamaged) return { ...imported, isIncomplete: true }
  const kept = await keptOf(root, content, notes, parse(imported.text))
  if (kept === undefined) return imported
  const entry = { key: FINAL_DRAFT_KEY, values: [kept] }
  const [before, after] = [titlePage, [...titlePage, entry]].map((entries) =>
    fountainOf({ titlePage: entries, elements: [] }),
  )
  const script = imported.text.slice(before ? before.length + 1 : 0)
  return { ...imported, text: `${after}\n${script}` }
}

function titlePageOf(root: XmlElement) {
  const paragraphs = elementsIn(childNamed(childNamed(root, 'TitlePage'), 'Content'))
  return titleEntries(
    paragraphs.map((paragraph) => ({
      text: markedTextOf(paragraph),
      isCentered: paragraph.attributes['Alignment'] === 'Center',
    })),
  )
}
