import { isPageSetup, type TitleEntry } from '../elements.ts'
import { readSetup } from '../page-setup/read.ts'
import { defaultSetup, type PageSetup } from '../page-setup/setup.ts'
import { type Columns, columnsOf } from './columns.ts'

/** What a script's page setup means for its layout. */
export type PageStyle = { setup: PageSetup; columns: Columns }

const styleFrom = (setup: PageSetup): PageStyle => ({ setup, columns: columnsOf(setup) })

const defaultStyle = styleFrom(defaultSetup)

/** A cache by the text of the setup; more than `MAX_KNOWN` are never in use at once. */
const known = new Map<string, PageStyle>()
const MAX_KNOWN = 50

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** Returns the same object for the same settings, so that styles can be compared by identity. */
export function pageStyleOf({ titlePage }: { titlePage: readonly Entry[] }): PageStyle {
  const entry = titlePage.find(isPageSetup)
  if (!entry) return defaultStyle
  const text = entry.values.join('\n')
  const found = known.get(text)
  if (found) return found
  const style = styleFrom(readSetup(entry.values))
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, style)
  return style
}
