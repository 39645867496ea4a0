// Okapi BM25 with its usual constants.
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

const word = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that are written without spaces; their text is compared by pairs of characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const pairsOf = (text: string) =>
  Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))

function wordsIn(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase()
  const words: string[] = folded.match(word) ?? []
  if (!unspaced.test(folded)) return words
  return words.flatMap((each) => (unspaced.test(each) ? pairsOf(each) : [each]))
}

/** The words to look for, and how much each counts. */
export type Query = ReadonlyMap<string, number>

/** A word that occurs in several texts has the highest of their weights. */
export function queryOf(texts: readonly { text: string; weight: number }[]): Query {
  const query = new Map<string, number>()
  for (const { text, weight } of texts) {
    for (const each of wordsIn(text)) query.set(each, Math.max(weight, query.get(each) ?? 0))
  }
  return query
}

function countsIn(text: string, query: Query) {
  const counts = new Map<string, number>()
  let length = 0
  for (const each of wordsIn(text)) {
    length += 1
    if (query.has(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return { counts, length }
}

/** How relevant each text is to a query: rare words count more, words in almost all texts not at all. */
export function relevanceOf(texts: readonly string[], query: Query): number[] {
  const found = texts.map((text) => countsIn(text, query))
  const average = found.reduce((sum, { length }) => sum + length, 0) / texts.length || 1
  const frequency = new Map<string, number>()
  for (const { counts } of found) {
    for (const each of counts.keys()) frequency.set(each, (frequency.get(each) ?? 0) + 1)
  }
  const rarity = new Map<string, number>()
  for (const [each, having] of frequency) {
    const idf = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
    rarity.set(each, having > texts.length * 0.9 ? 0 : idf * (query.get(each) ?? 0))
  }
  return found.map(({ counts, length }) => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average)
    let score = 0
    for (const [each, count] of counts) {
      score += ((rarity.get(each) ?? 0) * count * (SATURATION + 1)) / (count + norm)
    }
    return score
  })
}
