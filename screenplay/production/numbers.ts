/**
 * Numbers of scenes and pages with letters, in the order of a production draft: A12, B12, 12, 12AA, 12AB,
 * 12A, 12BA, 12B, 13. 12A comes after 12, but each further letter comes first: 12AA before 12A.
 */
export type ProductionNumber = { count: number; place: 'before' | 'at' | 'after'; letters: string }

const written = /^([A-Z]{0,6})(\d{1,6})([A-Z]{0,6})$/i
const LETTERS = 26
/** The most letters that a number inserted between two others gets. */
const MAX_LETTERS = 4

export function readNumber(text: string): ProductionNumber | undefined {
  const [, before = '', digits, after = ''] = written.exec(text) ?? []
  if (digits === undefined || (before !== '' && after !== '')) return undefined
  const place = before !== '' ? 'before' : after !== '' ? 'after' : 'at'
  return { count: Number(digits), place, letters: (before || after).toUpperCase() }
}

export const writeNumber = ({ count, place, letters }: ProductionNumber): string =>
  place === 'before' ? `${letters}${count}` : `${count}${letters}`

const places = { before: -1, at: 0, after: 1 }

/** The end of the letters sorts after every letter, so that 12AA comes before 12A. */
const letterAt = (letters: string, at: number) =>
  at < letters.length ? letters.charCodeAt(at) : Number.POSITIVE_INFINITY

/** Negative if `one` comes first. */
export function compareNumbers(one: ProductionNumber, other: ProductionNumber): number {
  const apart = one.count - other.count || places[one.place] - places[other.place]
  if (apart !== 0) return apart
  const { length } = one.letters.length > other.letters.length ? one.letters : other.letters
  for (let at = 0; at <= length; at += 1) {
    const [first, second] = [letterAt(one.letters, at), letterAt(other.letters, at)]
    if (first !== second) return first < second ? -1 : 1
  }
  return 0
}

/** A, B, C; with two letters AA, AB, ..., A, BA, ..., B. */
function* lettersInOrder(depth: number): Generator<string, void> {
  for (let index = 0; index < LETTERS; index += 1) {
    const letter = String.fromCharCode(65 + index)
    if (depth > 1) for (const more of lettersInOrder(depth - 1)) yield letter + more
    yield letter
  }
}

function* candidates(
  previous: ProductionNumber | undefined,
  next: ProductionNumber,
  depth: number,
): Generator<ProductionNumber, void> {
  const counts = new Set(previous ? [previous.count, next.count] : [next.count])
  for (const count of counts) {
    for (const letters of lettersInOrder(depth)) yield { count, place: 'before', letters }
    for (const letters of lettersInOrder(depth)) yield { count, place: 'after', letters }
  }
}

/** Up to `count` unused numbers between two others, in order, with as few letters as possible. */
export function numbersBetween(
  previous: ProductionNumber | undefined,
  next: ProductionNumber,
  count: number,
  isUsed: (number: string) => boolean = () => false,
): string[] {
  let found: string[] = []
  for (let depth = 1; depth <= MAX_LETTERS; depth += 1) {
    found = []
    for (const candidate of candidates(previous, next, depth)) {
      if (found.length === count) break
      const isAfter = !previous || compareNumbers(previous, candidate) < 0
      if (!isAfter || compareNumbers(candidate, next) >= 0) continue
      const number = writeNumber(candidate)
      if (!isUsed(number)) found.push(number)
    }
    if (found.length === count) return found
  }
  return found
}
