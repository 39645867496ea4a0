import type { TitleEntry } from '../../../../screenplay/model.ts'

export type TitlePageEntry = Pick<TitleEntry, 'key' | 'values'>

/** In the order in which new entries are added. New entries use the first key; all are read. */
const FIELD_KEYS = {
  title: ['Title'],
  credit: ['Credit'],
  author: ['Author', 'Authors'],
  source: ['Source'],
  draftDate: ['Draft date', 'Date'],
  contact: ['Contact'],
} as const

export type TitleField = keyof typeof FIELD_KEYS

export const TITLE_FIELDS = Object.keys(FIELD_KEYS) as TitleField[]

const fieldByKey = new Map(
  TITLE_FIELDS.flatMap((field) => FIELD_KEYS[field].map((key) => [key.toLowerCase(), field])),
)

const fieldOf = ({ key }: TitlePageEntry) => fieldByKey.get(key.trim().toLowerCase())

/** The entry behind each field: the first one, if a key occurs twice. */
function entriesByField(
  entries: readonly TitlePageEntry[],
): ReadonlyMap<TitleField, TitlePageEntry> {
  const found = new Map<TitleField, TitlePageEntry>()
  for (const entry of entries) {
    const field = fieldOf(entry)
    if (field && !found.has(field)) found.set(field, entry)
  }
  return found
}

const textOf = (entry: TitlePageEntry | undefined) => entry?.values.join('\n') ?? ''

/** What the form shows. */
export function titleTexts(entries: readonly TitlePageEntry[]): Record<TitleField, string> {
  const found = entriesByField(entries)
  const texts = TITLE_FIELDS.map((field) => [field, textOf(found.get(field))])
  return Object.fromEntries(texts) as Record<TitleField, string>
}

/** The keys that the form does not show. */
export function otherKeys(entries: readonly TitlePageEntry[]): string[] {
  const shown = new Set(entriesByField(entries).values())
  return entries.filter((entry) => !shown.has(entry)).map(({ key }) => key)
}

/** An empty line would end the title page. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The entries with what was typed; all others, and those that did not change, stay as and where they are. */
export function withTitleTexts(
  entries: readonly TitlePageEntry[],
  texts: Readonly<Record<TitleField, string>>,
): TitlePageEntry[] {
  const found = entriesByField(entries)
  const shown = new Map([...found].map(([field, entry]) => [entry, field]))
  const changed = entries.flatMap((entry) => {
    const field = shown.get(entry)
    if (!field || texts[field] === textOf(entry)) return [entry]
    const values = linesOf(texts[field])
    return values.length > 0 ? [{ key: entry.key, values }] : []
  })
  for (const [order, field] of TITLE_FIELDS.entries()) {
    const values = linesOf(texts[field])
    if (found.has(field) || values.length === 0) continue
    const earlier = new Set<TitleField | undefined>(TITLE_FIELDS.slice(0, order))
    const before = changed.findLastIndex((entry) => earlier.has(fieldOf(entry)))
    changed.splice(before + 1, 0, { key: FIELD_KEYS[field][0], values })
  }
  return changed
}
