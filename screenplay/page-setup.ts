import { isPageSetup, PAGE_SETUP_KEY, type Screenplay, type TitleEntry } from './elements.ts'
import { readSetup } from './page-setup/read.ts'
import { defaultSetup, type PageSetup } from './page-setup/setup.ts'
import { writeSetup } from './page-setup/write.ts'
import { parse } from './parse.ts'
import { applySplices, type Splice } from './splices.ts'
import { setTitleEntries } from './title-page.ts'

/** The setup in a script's title page; the default one if there is none. */
export function readPageSetup({ titlePage }: { titlePage: readonly Entry[] }): PageSetup {
  const entry = titlePage.find(isPageSetup)
  return entry ? readSetup(entry.values) : defaultSetup
}

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** The entry for the title page of a new script; undefined for the default setup, which needs none. */
export function pageSetupEntry(setup: PageSetup): { key: string; values: string[] } | undefined {
  const values = writeSetup(setup)
  return values.length > 0 ? { key: PAGE_SETUP_KEY, values } : undefined
}

/** The edit that gives a script this setup: one entry at the end of its title page, or none. */
export function setPageSetup(screenplay: Screenplay, setup: PageSetup): Splice[] {
  const value = writeSetup(setup).join('\n')
  return setTitleEntries(screenplay, [...lastEntry(screenplay), { key: PAGE_SETUP_KEY, value }])
}

/** The last entry, given first so that `setTitleEntries` adds the new entry after it. */
function lastEntry({ titlePage }: Screenplay) {
  const last = titlePage.at(-1)
  if (!last || last.values.length === 0) return []
  const isOnly = titlePage.every((entry) => entry === last || keyOf(entry) !== keyOf(last))
  return isOnly && !isPageSetup(last) ? [{ key: last.key, value: last.values.join('\n') }] : []
}

const keyOf = ({ key }: Entry) => key.trim().toLowerCase()

/** A script with this setup. */
export const writePageSetup = (text: string, setup: PageSetup): string =>
  applySplices(text, setPageSetup(parse(text), setup))
