import { wordChanges, lineChanges, type LineChange } from '../changes/diff.ts'
import { countText, TextLines, type LineRange, placesOf } from './change-places.ts'
import { merge } from '../changes/merge.ts'
import { type Splice, applySplices, splices } from '../changes/splices.ts'

type Span = { start: number; end: number }

/** Comparing longer texts word by word is slow and the result is not useful. */
const MAX_CHARACTERS = 8_000
/** With less in common, single equal words only distract. */
const MIN_COMMON = 0.3

const letters = (text: string): number => text.replaceAll(/\s/g, '').length

function joined(text: string, spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const last = all.at(-1)
    if (last && text.slice(last.end, span.start).trim() === '') last.end = span.end
    else all.push({ ...span })
  }
  return all.flatMap(({ start, end }) => {
    const part = text.slice(start, end)
    const from = start + part.length - part.trimStart().length
    const to = end - part.length + part.trimEnd().length
    return from < to ? [{ start: from, end: to }] : []
  })
}

/** The words of two texts that differ, as ranges of each; none if most of them do. */
function changedWords(old: string, now: string): { old: Span[]; now: Span[] } {
  const none = { old: [], now: [] }
  if (old.length + now.length > MAX_CHARACTERS) return none
  const spans: { old: Span[]; now: Span[] } = { old: [], now: [] }
  let changed = 0
  for (const { start, end, from, to } of wordChanges(old, now)) {
    spans.old.push({ start, end })
    spans.now.push({ start: from, end: to })
    changed += letters(now.slice(from, to))
  }
  const common = letters(now) - changed
  if (common < MIN_COMMON * Math.max(letters(old), letters(now))) return none
  return { old: joined(old, spans.old), now: joined(now, spans.now) }
}

/** The changed lines. Changes with only blank lines between them are one; blank lines alone do not count. */
function hunksOf(before: TextLines, after: TextLines): LineChange[] {
  const hunks: LineChange[] = []
  for (const change of lineChanges(before.lines, after.lines)) {
    const last = hunks.at(-1)
    if (last && countText(before.lines, { from: last.end, to: change.start }) === 0) {
      last.end = change.end
      last.to = change.to
    } else hunks.push({ ...change })
  }
  return hunks.filter(
    ({ start, end, from, to }) =>
      countText(before.lines, { from: start, to: end }) + countText(after.lines, { from, to }) > 0,
  )
}

/** Lines of one text replaced by lines of another. */
export type AnswerChange = {
  /** From 1, in the order of the text. The same two texts always have the same changes. */
  number: number
  /** Line numbers, from 0, in the text before the answer and in the text after it. */
  oldLines: LineRange
  newLines: LineRange
}

export type PendingChange = {
  number: number
  /** The range of its text in the working text; empty if it only deleted something. */
  start: number
  end: number
  /** The same range as line numbers. */
  lines: LineRange
  /** The lines that it replaced; empty if it only added something. */
  old: readonly string[]
  /** The offset of `old` in the text before the answer. */
  oldStart: number
  /** The words that differ: ranges in the joined `old` lines and in the working text. None if most differ. */
  oldWords: Span[]
  newWords: Span[]
}

/** What an answer changed, by lines. Takes bounded time, at the cost of larger changes than necessary. */
export function answerChanges(before: string, after: string): AnswerChange[] {
  return hunksOf(new TextLines(before), new TextLines(after)).map(
    ({ start, end, from, to }, index) => ({
      number: index + 1,
      oldLines: { from: start, to: end },
      newLines: { from, to },
    }),
  )
}

type ReviewedTexts = {
  /** The text that the answer changed. */
  before: string
  /** The text that it made. */
  after: string
  /** The text now. */
  working: string
  /** The numbers of the changes that the writer kept. */
  kept: readonly number[]
  /** The result of `answerChanges`, if already computed. */
  changes?: readonly AnswerChange[]
}

/**
 * The changes that the writer has not decided on: those whose text is in the working text as the answer wrote
 * it. A change that was undone or typed over is not pending, until the writer undoes that.
 */
export function pendingChanges(texts: ReviewedTexts): PendingChange[] {
  const [before, after] = [new TextLines(texts.before), new TextLines(texts.after)]
  const working = new TextLines(texts.working)
  const kept = new Set(texts.kept)
  const changes = texts.changes ?? answerChanges(texts.before, texts.after)
  // Fast path while the text is as the answer left it, which is when the writer waits for the review.
  const places =
    texts.working === texts.after
      ? changes.map(({ newLines }) => newLines)
      : placesOf(before.lines, after.lines, working.lines, changes)
  return changes.flatMap(({ number, oldLines }, index) => {
    const place = places[index]
    if (!place || kept.has(number)) return []
    const lines = { from: place.from, to: place.to }
    const old = before.lines.slice(oldLines.from, oldLines.to)
    const { start, end } = working.rangeOf(lines)
    const words = changedWords(old.join('\n'), texts.working.slice(start, end))
    const newWords = words.now.map((span) => ({ start: span.start + start, end: span.end + start }))
    const oldStart = before.rangeOf(oldLines).start
    return [{ number, start, end, lines, old, oldStart, oldWords: words.old, newWords }]
  })
}

/** The splices that undo some pending changes, and nothing else. `changes` must be in order. */
export function undoChanges(working: string, changes: readonly PendingChange[]): Splice[] {
  const { lines } = new TextLines(working)
  const parts: (readonly string[])[] = []
  let done = 0
  for (const { lines: at, old } of changes) {
    parts.push(lines.slice(done, at.from), old)
    done = at.to
  }
  parts.push(lines.slice(done))
  return splices(working, parts.flat().join('\n'))
}

type Alternatives = { before: string; alternatives: readonly string[]; working: string }

/** Which alternative the working text shows: the one with the largest share of its changes still there. */
export function shownAlternative({ before, alternatives, working }: Alternatives): number {
  const shares = alternatives.map((after) => {
    const changes = answerChanges(before, after)
    const pending = pendingChanges({ before, after, working, kept: [], changes })
    return pending.length / Math.max(1, changes.length)
  })
  return shares.indexOf(Math.max(...shares))
}

type Switch = { before: string; from: string; to: string; working: string }

/**
 * The splices that replace one alternative with another, given as the texts that they produced. Keeps what
 * the writer typed, even where it overlaps.
 */
export function switchAlternative({ before, from, to, working }: Switch): Splice[] {
  const pending = pendingChanges({ before, after: from, working, kept: [] })
  const without = applySplices(working, undoChanges(working, pending))
  return splices(working, merge(before, without, to).text)
}
