const plain = (text: string) => text.normalize('NFKC').toLowerCase()

type Titled = { id: string; title: string }

/** Those with the words in their title, whatever their case, and those the server found by their text. */
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
