import type { AuthorshipSpan, WordShares } from '../../contract/authorship.ts'
import { noShares } from './history.ts'
import { readWords, Vocabulary } from './words.ts'

/** Counts the words of each range by origin. The ranges must be in order and must not overlap. */
export function sharesIn(
  text: string,
  spans: readonly Pick<AuthorshipSpan, 'start' | 'end' | 'origin'>[],
  ranges: readonly { start: number; end: number }[],
): WordShares[] {
  const { starts } = readWords(text, new Vocabulary())
  const all = ranges.map(noShares)
  let [span, range] = [0, 0]
  for (const start of starts) {
    while (start >= (spans[span]?.end ?? Number.POSITIVE_INFINITY)) span += 1
    while (start >= (ranges[range]?.end ?? Number.POSITIVE_INFINITY)) range += 1
    const shares = all[range]
    const origin = spans[span]?.origin
    if (shares && origin && start >= (ranges[range]?.start ?? 0)) shares[origin] += 1
  }
  return all
}
