import { readXml } from '../xml.ts'
import type { Zip } from '../zip.ts'
import { DocxBody } from './docx/paragraphs.ts'
import { DocxStyles } from './docx/styles.ts'
import { checkTextLength, ImportFailure } from './failure.ts'
import { type Imported, importedFrom } from './imported.ts'
import { draftOfParagraphs, textOf } from './paragraphs.ts'
import { importPlainText } from './plain-text.ts'
import { spansText } from './spans.ts'
import { textLength } from './xml-tree.ts'

/** Imports a Word document by its style names, else by its indents, else as plain text. */
export async function importDocx(zip: Zip): Promise<Imported> {
  const xml = async (name: string) => readXml(new TextDecoder().decode(await zip.read(name)))
  const styles = zip.has('word/styles.xml') ? await xml('word/styles.xml') : undefined
  const document = await xml('word/document.xml')
  if (document.name !== 'w:document') throw new ImportFailure('damaged')
  checkTextLength(textLength(document))
  const { paragraphs } = new DocxBody(document, new DocxStyles(styles))
  if (paragraphs.every(({ spans }) => spansText(spans).trim() === ''))
    throw new ImportFailure('no-text')
  const draft = draftOfParagraphs(paragraphs)
  return draft ? importedFrom(draft) : importPlainText(textOf(paragraphs))
}
