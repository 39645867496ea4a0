import { NOTE_LOOK_CHARACTERS, NOTE_SEARCH_CHARACTERS } from '../../contract/limits.ts'
import { firstIndex } from '../model/first-index.ts'
import { longestIncreasing, type Pair } from './diff.ts'
import { endAfter, type Moved, movesOf, nearestWords, placeAfter, type Resized } from './places.ts'
import type { TextRange } from './similarity.ts'
import { type Splice, splices as splicesBetween } from './splices.ts'

/**
 * A place with its words, in UTF-16 units. Nothing lies between its ends if the words are gone. `held`: what stood there
 * last, if that is not the quote any more.
 */
export type Anchor = TextRange & { quote: string; held?: string | null }

/** The longest quote of a note, and the most that is remembered of what it became. */
const MAX_QUOTE = 2_000

/** How far around a place words are looked for, one after the other. */
const REACHES = [2_000, 50_000, Number.POSITIVE_INFINITY]

/** Reads a text from one place to another, which may be beyond its end. */
type Read = (start: number, end: number) => string

/** Searches of a text that together take no more than a share of a second. */
class Searches {
  readonly read: Read
  #left = NOTE_SEARCH_CHARACTERS

  constructor(read: Read) {
    this.read = read
  }

  /** Where words are nearest to a place, within a range; undefined also if there is no time left. */
  nearest(words: string, at: number, { start, end }: TextRange): number | undefined {
    for (const reach of REACHES) {
      const from = Math.max(at - reach, start)
      const to = Math.min(at + reach + words.length, end)
      if (this.#left <= 0) return undefined
      const part = this.read(from, Math.max(from, to))
      this.#left -= part.length + NOTE_LOOK_CHARACTERS
      const found = nearestWords(part, words, at - from)
      if (found !== undefined) return from + found
      if (from === start && to === end) return undefined
    }
    return undefined
  }
}

/**
 * Anchors after a change of their text. A place moves with the text before it, and what is inserted at an edge stays
 * outside. If the change touched the words or if they were gone, they are looked for where the text changed: those that
 * stood there last, then those of the quote. One that stays is the same object. `read` reads the text after the change.
 */
export const followAnchors = <One extends Anchor>(
  anchors: readonly One[],
  changes: readonly (Resized | Splice)[],
  read: Read,
): One[] => followed(anchors, movesOf(changes), new Searches(read))

function followed<One extends Anchor>(
  anchors: readonly One[],
  moves: readonly Moved<TextRange>[],
  searches: Searches,
): One[] {
  if (moves.length === 0) return [...anchors]
  return anchors.map((anchor) => {
    const { start, end, held } = followedOne(anchor, moves, searches)
    const isSame = start === anchor.start && end === anchor.end && held === (anchor.held ?? null)
    return isSame ? anchor : { ...anchor, start, end, held }
  })
}

function followedOne(
  { start, end, quote, held = null }: Anchor,
  moves: readonly Moved<TextRange>[],
  searches: Searches,
) {
  const isGone = start === end
  const now = { start: placeAfter(moves, start), end: endAfter(moves, end), held }
  const atStart = moves[firstIndex(moves.length, (index) => moves[index]!.start > start) - 1]
  const atEnd = moves[firstIndex(moves.length, (index) => moves[index]!.start > end) - 1]
  if (!isGone && (!atEnd || atEnd.end < start)) return now
  const isLeft = !isGone && now.end > now.start
  const expected =
    atStart && start < atStart.end
      ? Math.min(atStart.first + start - atStart.start, atStart.last)
      : now.start
  const stayed = isLeft ? now : { start: expected, end: expected, held }
  const wordsAt = (place: TextRange) =>
    place.end - place.start > MAX_QUOTE ? undefined : searches.read(place.start, place.end)
  const find = (words: string) => {
    const place = changedPlace(words, moves, expected, searches)
    return place === undefined ? undefined : { start: place, end: place + words.length }
  }
  const words = isLeft ? wordsAt(now) : undefined
  if (words === quote) return { ...now, held: null }
  // Only an edge was touched: what was cut off there may be back.
  const isWhole = held !== null && words === held
  const found =
    (isWhole ? undefined : find(held ?? quote)) ?? (held === null ? undefined : find(quote))
  const isBack = found && !(isWhole && (found.end <= now.start || found.start >= now.end))
  const place = isBack ? found : stayed
  const there = place.end > place.start ? wordsAt(place) : undefined
  return { ...place, held: there === undefined ? held : there === quote ? null : there }
}

/** Where a text has words nearest to a place, of the eight splices nearest to it; undefined if none touched them. */
function changedPlace(
  words: string,
  moves: readonly Moved<TextRange>[],
  expected: number,
  searches: Searches,
): number | undefined {
  const behind = firstIndex(moves.length, (index) => moves[index]!.first > expected)
  let best: number | undefined
  for (const { first, last } of moves.slice(Math.max(behind - 4, 0), behind + 4)) {
    // Each occurrence in this part touches the splice.
    const part = { start: Math.max(first - words.length + 1, 0), end: last + words.length - 1 }
    const at = searches.nearest(words, expected, part)
    if (at === undefined) continue
    if (best === undefined || Math.abs(at - expected) < Math.abs(best - expected)) best = at
  }
  return best
}

/** The pieces of a text before and after a change, each as its number and its length, and some texts by their numbers. */
type ChangedPieces = {
  before: readonly number[]
  after: readonly number[]
  texts: Readonly<Record<string, string>>
}

/**
 * What changed a text whose anchors are stored, as the server lists it: the splices, each as three numbers, or the pieces.
 * The revision is that before the change.
 */
export type TextStep = { revision: number } & ({ splices: readonly number[] } | ChangedPieces)

/** Anchors at their places in the text of a revision; null if it is not known what has changed since. */
export type StoredAnchor = Anchor & { revision: number | null }

/** Stored anchors in the text of now, in the order in which they are given. */
export function anchorsIn<One extends StoredAnchor>(
  anchors: readonly One[],
  steps: readonly TextStep[],
  text: string,
): One[] {
  const searches = new Searches((start, end) => text.slice(start, end))
  const groups = Map.groupBy(anchors, ({ revision }) =>
    revision === null
      ? null
      : firstIndex(steps.length, (index) => steps[index]!.revision >= revision),
  )
  const placed = new Map<One, One>()
  let since: readonly Moved<TextRange>[] = []
  for (let first = steps.length; first >= 0; first -= 1) {
    const step = steps[first]
    if (step) since = composed(splicesIn(step), since)
    const group = groups.get(first)
    if (!group) continue
    for (const [n, anchor] of followed(group, since, searches).entries())
      placed.set(group[n]!, anchor)
  }
  for (const anchor of groups.get(null) ?? [])
    placed.set(anchor, foundAgain(anchor, text, searches))
  return anchors.map((anchor) => placed.get(anchor) ?? anchor)
}

/** The nearest place with the words of an anchor; where it was if there is none. */
function foundAgain<One extends Anchor>(anchor: One, text: string, searches: Searches): One {
  const { quote, held } = anchor
  const whole = { start: 0, end: text.length }
  const at = Math.min(anchor.start, text.length)
  for (const words of typeof held === 'string' ? [held, quote] : [quote]) {
    const start = searches.nearest(words, at, whole)
    if (start === undefined) continue
    return { ...anchor, start, end: start + words.length, held: words === quote ? null : words }
  }
  return { ...anchor, start: at, end: at }
}

/** An anchor that has lost its words, at the nearest place of the whole text with them. */
export const anchorAgain = <One extends Anchor>(anchor: One, text: string): One =>
  foundAgain(anchor, text, new Searches((start, end) => text.slice(start, end)))

function splicesIn(step: TextStep): Resized[] {
  if ('before' in step) return piecesChanged(step)
  const { splices } = step
  const list: Resized[] = []
  for (let at = 0; at + 2 < splices.length; at += 3)
    list.push({ start: splices[at]!, end: splices[at + 1]!, length: splices[at + 2]! })
  return list
}

/** The pieces that occur once: the place of each. */
function placesOfUnique(pieces: readonly number[]): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = 0; at < pieces.length; at += 2)
    places.set(pieces[at]!, places.has(pieces[at]!) ? -1 : at)
  return places
}

/** What both lists of pieces have once, in the same order, stays; between two such pieces, what differs is replaced. */
function piecesChanged({ before, after, texts }: ChangedPieces): Resized[] {
  const others = placesOfUnique(after)
  const pairs: Pair[] = []
  for (const [id, place] of placesOfUnique(before)) {
    const other = others.get(id) ?? -1
    if (place >= 0 && other >= 0) pairs.push({ before: place, after: other })
  }
  const kept = longestIncreasing(pairs.toSorted((a, b) => a.before - b.before))
  const list: Resized[] = []
  let next: Pair = { before: 0, after: 0 }
  let start = 0
  for (const pair of [...kept, { before: before.length, after: after.length }]) {
    const old = partOf(before.slice(next.before, pair.before), texts)
    const now = partOf(after.slice(next.after, pair.after), texts)
    if (old.text !== undefined && now.text !== undefined)
      for (const change of splicesBetween(old.text, now.text)) {
        const { text } = change
        list.push({ start: start + change.start, end: start + change.end, length: text.length })
      }
    else if (old.units + now.units > 0)
      list.push({ start, end: start + old.units, length: now.units })
    start += old.units + (before[pair.before + 1] ?? 0)
    next = { before: pair.before + 2, after: pair.after + 2 }
  }
  return list
}

/** Pieces as one, with their text if that is known. */
function partOf(pieces: readonly number[], texts: ChangedPieces['texts']) {
  let units = 0
  let text: string | undefined = ''
  for (let at = 0; at < pieces.length; at += 2) {
    const known: string | undefined = texts[pieces[at]!]
    text = text === undefined || known === undefined ? undefined : text + known
    units += pieces[at + 1]!
  }
  return { units, text }
}

/**
 * Two changes as one, of which the second leads to the text of now. Where they meet, nothing of the text between them is
 * left, so that one splice is exact. Behind the first change only the places before both are others.
 */
function composed(
  one: readonly Resized[],
  then: readonly Moved<TextRange>[],
): readonly Moved<TextRange>[] {
  const moves = movesOf(one)
  const [opening, closing] = [moves[0], moves.at(-1)]
  if (!opening || !closing) return then
  if (then.length === 0) return moves
  const from = firstIndex(then.length, (index) => then[index]!.end >= opening.first)
  const behind = firstIndex(then.length, (index) => then[index]!.start > closing.last)
  const [list, among] = [then.slice(0, from), then.slice(from, behind)]
  let [next, nextThen] = [0, 0]
  /** How much longer the text between the two changes is than the one before both, up to here; and that of now than it. */
  let by = 0
  let shift = shiftOf(list.at(-1))
  while (next < moves.length || nextThen < among.length) {
    let end = Math.min(moves[next]?.first ?? Infinity, among[nextThen]?.start ?? Infinity)
    const start = end
    const made = { start: start - by, first: start + shift }
    for (;;) {
      const [move, change] = [moves[next], among[nextThen]]
      if (move && move.first <= end) {
        end = Math.max(end, move.last)
        by = shiftOf(move)
        next += 1
      } else if (change && change.start <= end) {
        end = Math.max(end, change.end)
        shift = shiftOf(change)
        nextThen += 1
      } else break
    }
    list.push({ ...made, end: end - by, last: end + shift })
  }
  for (const { start, end, first, last } of then.slice(behind))
    list.push({ start: start - by, end: end - by, first, last })
  return list
}

/** How much longer a text is after a change, up to its end. */
const shiftOf = (move: Moved<TextRange> | undefined): number => (move ? move.last - move.end : 0)
