const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** An `ilike` pattern that matches the words literally. */
export const containing = (words: string): string =>
  `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

type Titled = { id: string; title: string }

/** Items whose title contains the words, ignoring case, and items the server found by their content. */
export function matchingTitles<Item extends Titled>(
  items: readonly Item[],
  words: string,
  foundByText: Iterable<string> = [],
): readonly Item[] {
  const wanted = plain(words)
  if (wanted === '') return items
  const found = new Set(foundByText)
  return items.filter(({ id, title }) => found.has(id) || plain(title).includes(wanted))
}

/** The list, followed by older items that did not fit into it, newest first. */
export function withOlder<Item extends Titled>(
  list: readonly Item[],
  older: readonly (Item & { updated_at: string })[] = [],
): readonly Item[] {
  if (older.length === 0) return list
  const seen = new Set(list.map(({ id }) => id))
  const rest = new Map(older.filter(({ id }) => !seen.has(id)).map((item) => [item.id, item]))
  // Timestamps are all in UTC, so they sort as text.
  return [...list, ...[...rest.values()].toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))]
}
