import {
  compareNumbers,
  numbersBetween,
  type ProductionNumber,
  readNumber,
} from '../production/numbers.ts'
import type { PageStart } from './page-starts.ts'
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

/** Pages with the numbers that are printed on them, given that some are forced or locked. */
export function labelled(pages: readonly Page[]): Page[] {
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
  return pages.map((page, index) => {
    const label = labels[index] ?? page.label
    return label === page.label ? page : { ...page, label }
  })
}
