import { titleEntry } from '../title.ts'
import { fountainOf } from '../write.ts'
import type { ScreenplayDraft } from '../write/draft.ts'
import { ImportFailure } from './failure.ts'

/** A script in Fountain, and its title if the file has one. */
export type Imported = { text: string; title?: string }

export function importedFrom(draft: ScreenplayDraft): Imported {
  const { titlePage = [], elements } = draft
  if (titlePage.length === 0 && elements.every(({ text }) => text.trim() === '')) {
    throw new ImportFailure('no-text')
  }
  const title = titleEntry(titlePage, 'title')
  return { text: fountainOf(draft), ...(title !== undefined && { title }) }
}
