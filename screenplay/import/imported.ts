import { isUnprintedEntry } from '../elements.ts'
import { withoutAutomaticContinueds } from '../layout/continueds.ts'
import { pageStyleOf } from '../layout/page-style.ts'
import { titleEntry } from '../title.ts'
import { fountainOf } from '../write.ts'
import type { ScreenplayDraft } from '../write/draft.ts'
import { ImportFailure } from './failure.ts'

/** A script in Fountain, and its title if the file has one. */
export type Imported = { text: string; title?: string; isIncomplete?: boolean }

export function importedFrom(draft: ScreenplayDraft): Imported {
  const { titlePage = [], elements } = draft
  if (titlePage.every(isUnprintedEntry) && elements.every(({ text }) => text.trim() === '')) {
    throw new ImportFailure('no-text')
  }
  const title = titleEntry(titlePage, 'title')
  const { setup } = pageStyleOf({ titlePage })
  const script = { titlePage, elements: withoutAutomaticContinueds(elements, setup) }
  return { text: fountainOf(script), ...(title !== undefined && { title }) }
}
