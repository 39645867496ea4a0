import { isUnprintedEntry } from '../model/elements.ts'
import { withoutAutomaticContinueds } from '../layout/continueds.ts'
import { pageStyleOf } from '../layout/columns.ts'
import { titleEntry } from '../model/title-page.ts'
import { fountainOf, type ScreenplayDraft } from '../model/write.ts'
import { ImportFailure } from './failure.ts'
import type { FdxLoss } from './fdx/losses.ts'

/** What a PDF prints on its pages that is no part of the script. */
export type LeftOut = {
  /** One example of each header and footer; page numbers do not count. */
  runningLines: string[]
  revisionMarks: number
  /** Whether reading the emphasis of all pages would have taken too long. */
  emphasis: boolean
}

/** A script in Fountain, and its title if the file has one. */
export type Imported = {
  text: string
  title?: string
  isIncomplete?: boolean
  encoding?: string
  unreadable?: number
  losses?: readonly FdxLoss[]
  leftOut?: LeftOut
}

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
