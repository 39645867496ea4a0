import type { TitleEntry } from '../elements.ts'
import { markedText } from '../marked-text.ts'
import { defaultSetup, type PageSetup } from '../page-setup/setup.ts'
import { pageSetupEntry } from '../page-setup.ts'
import type { ScreenplayDraft } from '../write/draft.ts'
import { type Imported, importedFrom } from './imported.ts'
import { baseOf } from './indents/base.ts'
import { withoutPageMarks } from './indents/page-marks.ts'
import { IndentReader } from './indents/reader.ts'
import type { Row } from './indents/rows.ts'
import { singleSpaced } from './indents/spacing.ts'
import { splitTitlePage } from './indents/title-page.ts'
import { titleEntries } from './title-lines.ts'

/** It is printed as it was, with an empty row above each line of dialogue. */
const doubleSpacedDialogue: PageSetup = { ...defaultSetup, formats: { dialogue: { spacing: 2 } } }

/** Imports a script from the positions of its lines. */
export function importRows(
  rows: readonly Row[],
  paperWidth?: number,
  locks?: Pick<TitleEntry, 'key' | 'values'>,
): Imported {
  const draft = draftOfRows(rows, paperWidth)
  return importedFrom(locks ? { ...draft, titlePage: [...(draft.titlePage ?? []), locks] } : draft)
}

/** `base` is the left edge of action, if it is known. */
export function draftOfRows(
  rows: readonly Row[],
  paperWidth = 8.5,
  base?: number,
): ScreenplayDraft {
  const { title, script } = splitTitlePage(rows, paperWidth)
  const body = withoutPageMarks(script)
  const edge = base ?? baseOf(body)
  const { rows: read, isDialogueDouble } = singleSpaced(body, edge)
  const entries = titleEntries(
    title.map(({ text, spans, isCentered }) => ({
      text: markedText(spans ?? [{ text }]),
      isCentered,
    })),
  )
  const setup = isDialogueDouble ? pageSetupEntry(doubleSpacedDialogue) : undefined
  return {
    titlePage: setup ? [...entries, setup] : entries,
    elements: new IndentReader(read, edge).read(),
  }
}
