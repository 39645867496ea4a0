import {
  compareNumbers,
  numbersBetween,
  type ProductionNumber,
  readNumber,
  writeNumber,
} from '../production/numbers.ts'
import type { PageStart, PageStarts } from './page-starts.ts'
import type { Page } from './pages.ts'

const whole = (count: number): ProductionNumber => ({ count, place: 'at', letters: '' })

/** The labels of `count` pages between `previous` (undefined at the first page) and `next`. */
function labelsBetween(
  previous: ProductionNumber | undefined,
  next: PageStart | undefined,
  count: number,
  isLocked: boolean,
): string[] {
  const labels: string[] = []
  let last = previous
  while (labels.length < count) {
    const number = whole((last?.count ?? 0) + 1)
    const mayContinue = !next || (!(isLocked && last) && compareNumbers(number, next.number) < 0)
    if (!mayContinue) break
    labels.push(String(number.count))
    last = number
  }
  if (!next) return labels
  return [...labels, ...numbersBetween(last, next.number, count - labels.length)]
}

type Cut = { first: ProductionNumber; last: ProductionNumber }

/** The locked pages missing between two others: those whose notes begin no page, and numbers that are skipped. */
function cutBetween(
  previous: ProductionNumber | undefined,
  next: PageStart | undefined,
  marks: readonly PageStart[],
): Cut | undefined {
  const skipped = next?.isLocked
    ? [whole((previous?.count ?? 0) + 1), whole(next.number.count - 1)]
    : []
  const numbers = [
    ...marks.filter(({ isLocked }) => isLocked).map(({ number }) => number),
    ...skipped,
  ]
    .filter((number) => number.count > 0 && (!previous || compareNumbers(previous, number) < 0))
    .filter((number) => !next || compareNumbers(number, next.number) < 0)
    .toSorted(compareNumbers)
  const [first, last] = [numbers[0], numbers.at(-1)]
  return first && last && { first, last }
}

/**
 * The page before cut pages has their numbers too, as in 2-3, so that nobody keeps an old page 3. The first page has no
 * printed number, so behind it the next page has them.
 */
function withCutPages(
  labels: readonly string[],
  pages: readonly Page[],
  starts: PageStarts,
): string[] {
  const used = new Set(pages.map(({ made }) => made.start?.label))
  const unused = [...starts.values()].flat().filter(({ label }) => !used.has(label))
  const ranges = labels.map((label) => ({ from: label, to: label }))
  let at = 0
  for (let index = 0; index <= pages.length; index += 1) {
    const next = pages[index]?.made.start
    if (index < pages.length && !next) continue
    const from = at
    const isBehind = ({ number }: PageStart) =>
      next !== undefined && compareNumbers(next.number, number) < 0
    while (at < unused.length && !isBehind(unused[at]!)) at += 1
    const previous = readNumber(labels[index - 1] ?? '')
    const cut = cutBetween(previous, next, unused.slice(from, at))
    if (!cut) continue
    const [before, here] = [ranges[index - 1], ranges[index]]
    if (here && index < 2) here.from = writeNumber(cut.first)
    else if (before) before.to = writeNumber(cut.last)
  }
  return ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`))
}

/** Pages with the numbers that are printed on them, given that some are forced or locked. */
export function labelled(pages: readonly Page[], starts: PageStarts): Page[] {
  const isLocked = pages.some(({ made }) => made.start?.isLocked)
  const labels: string[] = []
  let previous: ProductionNumber | undefined
  for (let from = 0; from < pages.length; ) {
    const forced = pages[from]?.made.start
    let to = from + 1
    if (forced) labels.push(forced.label)
    else {
      while (to < pages.length && !pages[to]?.made.start) to += 1
      labels.push(...labelsBetween(previous, pages[to]?.made.start, to - from, isLocked))
    }
    previous = readNumber(labels.at(-1) ?? '')
    from = to
  }
  const printed = isLocked ? withCutPages(labels, pages, starts) : labels
  return pages.map((page, index) => {
    const label = printed[index] ?? page.label
    return label === page.label ? page : { ...page, label }
  })
}
