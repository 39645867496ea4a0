import { markedText } from '../marked-text.ts'
import { type Imported, importedFrom } from './imported.ts'
import { baseOf } from './indents/base.ts'
import { withoutPageMarks } from './indents/page-marks.ts'
import { IndentReader } from './indents/reader.ts'
import type { Row } from './indents/rows.ts'
import { splitTitlePage } from './indents/title-page.ts'
import { titleEntries } from './title-lines.ts'

/** Imports a script from the positions of its lines. */
export function importRows(rows: readonly Row[], paperWidth = 8.5): Imported {
  const { title, script } = splitTitlePage(rows, paperWidth)
  const body = withoutPageMarks(script)
  return importedFrom({
    titlePage: titleEntries(
      title.map(({ text, isCentered }) => ({ text: markedText([{ text }]), isCentered })),
    ),
    elements: new IndentReader(body, baseOf(body)).read(),
  })
}
