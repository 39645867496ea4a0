import { NOTE_LOOK_CHARACTERS, NOTE_SEARCH_CHARACTERS } from '../../contract/limits.ts'
import { firstIndex } from '../model/first-index.ts'
import { nearestWords } from './nearest-words.ts'
import type { Splice } from './splices.ts'

/**
 * Offsets in UTF-16 units. Nothing lies between them if the words are gone. `held`: what stood there last, if that is not
 * the quote any more.
 */
type Anchored = { start: number; end: number; quote: string; held?: string | null }

/** The longest quote of a note, and the most that is remembered of what it became. */
const MAX_QUOTE = 2_000

/** A splice, and where its text lies afterwards. */
type Moved = { start: number; end: number; first: number; last: number }

/**
 * Notes after a change of their text, by the rule of `private.follow_text` in the database. A place moves with the text
 * before it, and what is inserted at an edge stays outside. If the change touched the words or if they were gone, they are
 * looked for where the text changed: those that stood there last, then those of the quote, as long as that takes no more than a share of a second. The database does not
 * look at splices that lead to the same text. A note that stays is the same object. `after` reads the text after the change.
 */
export function followNotes<Note extends Anchored>(
  notes: readonly Note[],
  splices: readonly Splice[],
  after: (start: number, end: number) => string,
): Note[] {
  const moved = movedBy(splices)
  const [first, last] = [moved[0], moved.at(-1)]
  if (!first || !last) return [...notes]
  const low = Math.max(first.first - MAX_QUOTE, 0)
  let nearText: string | undefined
  let looked = 0
  const near = () => {
    nearText ??= after(low, last.last + MAX_QUOTE)
    looked += nearText.length + NOTE_LOOK_CHARACTERS
    return looked <= NOTE_SEARCH_CHARACTERS ? nearText : undefined
  }
  return notes.map((note) => {
    const { start, end, held } = followed(note, moved, low, near)
    const isSame = start === note.start && end === note.end && held === (note.held ?? null)
    return isSame ? note : { ...note, start, end, held }
  })
}

function movedBy(splices: readonly Splice[]): Moved[] {
  let by = 0
  return splices.map(({ start, end, text }) => {
    const first = start + by
    by += text.length - (end - start)
    return { start, end, first, last: first + text.length }
  })
}

function followed(
  { start, end, quote, held = null }: Anchored,
  moved: Moved[],
  low: number,
  /** Undefined once too much was looked for. */
  near: () => string | undefined,
) {
  const atStart = lastFrom(moved, start)
  const beforeEnd = lastFrom(moved, end - 1)
  const atEnd = lastFrom(moved, end)
  const isGone = start === end
  const newStart = atStart ? Math.max(start, atStart.end) - atStart.end + atStart.last : start
  const newEnd = beforeEnd
    ? end > beforeEnd.end
      ? end - beforeEnd.end + beforeEnd.last
      : beforeEnd.first
    : end
  const left = { start: newStart, end: newEnd, held }
  if (!isGone && (!atEnd || atEnd.end < start)) return left
  const isLeft = !isGone && newEnd > newStart
  const expected = !atStart
    ? start
    : start >= atStart.end
      ? newStart
      : Math.min(atStart.first + start - atStart.start, atStart.last)
  const stayed = isLeft ? left : { start: expected, end: expected, held }
  const text = near()
  if (text === undefined) return stayed
  const wordsAt = (place: { start: number; end: number }) =>
    place.start < low || place.end - place.start > MAX_QUOTE
      ? undefined
      : text.slice(place.start - low, place.end - low)
  const find = (words: string) => {
    const place = quotePlace(words, text, low, moved, expected)
    return place === undefined ? undefined : { start: place, end: place + words.length }
  }
  const words = isLeft ? wordsAt(left) : undefined
  if (words === quote) return { ...left, held: null }
  // Only an edge was touched: what was cut off there may be back.
  const isWhole = held !== null && words === held
  const found =
    (isWhole ? undefined : find(held ?? quote)) ?? (held === null ? undefined : find(quote))
  const isBack = found && !(isWhole && (found.end <= newStart || found.start >= newEnd))
  const place = isBack ? found : stayed
  const now = place.end > place.start ? wordsAt(place) : undefined
  return { ...place, held: now === undefined ? held : now === quote ? null : now }
}

/** Where the text has the quote nearest to a place, of the eight splices nearest to it; undefined if none touched it. */
function quotePlace(quote: string, text: string, low: number, moved: Moved[], expected: number) {
  const isNearer = (place: number, best: number | undefined) =>
    best === undefined || Math.abs(place - expected) < Math.abs(best - expected)
  const behind = firstIndex(moved.length, (index) => moved[index]!.first > expected)
  let best: number | undefined
  for (const { first, last } of moved.slice(Math.max(behind - 4, 0), behind + 4)) {
    const from = Math.max(first - quote.length + 1, low)
    // Each occurrence in this part touches the splice.
    const part = text.slice(from - low, Math.max(last + quote.length - 1 - low, 0))
    const at = nearestWords(part, quote, expected - from)
    if (at !== undefined && isNearer(from + at, best)) best = from + at
  }
  return best
}

/** The last splice that begins at or before this place of the text before. */
const lastFrom = (moved: Moved[], at: number): Moved | undefined =>
  moved[firstIndex(moved.length, (index) => moved[index]!.start > at) - 1]
