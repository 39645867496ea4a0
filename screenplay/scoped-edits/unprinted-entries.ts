import { FINAL_DRAFT_KEY, isUnprintedEntry, type Screenplay } from '../elements.ts'
import { parse } from '../parse.ts'
import { applySplices } from '../splices.ts'
import { setTitleEntries } from '../title-page.ts'

const kept = new RegExp(
  `^${FINAL_DRAFT_KEY}:[^\\r\\n]*(?:(?:\\r\\n|[\\r\\n])[ \\t]+\\S[^\\r\\n]*)*(?:\\r\\n|[\\r\\n]|$)`,
  'im',
)

/** The beginning of a script as the model sees it: without the data kept from a Final Draft file. */
export const withoutKept = (text: string): string => text.replace(kept, '')

const keyOf = ({ key }: { key: string }) => key.trim().toLowerCase()

/** Adds the entries of the old title page that only programs read to a new beginning. */
export function withUnprintedEntries(text: string, { titlePage }: Screenplay): string {
  const after = parse(text)
  const known = new Set(after.titlePage.map(keyOf))
  const missing = titlePage.filter((entry) => isUnprintedEntry(entry) && !known.has(keyOf(entry)))
  const last = after.titlePage.at(-1)
  const entries = [...(last ? [last] : []), ...missing].map(({ key, values }) => ({
    key,
    value: values.join('\n'),
  }))
  return missing.length === 0 ? text : applySplices(text, setTitleEntries(after, entries))
}
