import type { TitleEntry } from './elements.ts'
import { plainText } from './emphasis.ts'
import { titlePageOf } from './parse.ts'

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** The first of these entries as one line of plain text; undefined if it is missing or empty. */
export function titleEntry(titlePage: readonly Entry[], ...keys: string[]): string | undefined {
  const entry = titlePage.find(({ key }) => keys.includes(key.trim().toLowerCase()))
  const lines = entry?.values.map((value) => plainText(value).trim()) ?? []
  return lines.join(' ').trim() || undefined
}

/** The title on a script's title page. The rest of the script is not parsed. */
export const titleOf = (source: string): string | undefined =>
  titleEntry(titlePageOf(source), 'title')
