import { merge } from './merge.ts'
import { placesOf } from './review/change-places.ts'
import { type Span, changedWords } from './review/changed-words.ts'
import { hunksOf } from './review/hunks.ts'
import { type LineRange, TextLines } from './review/text-lines.ts'
import { type Splice, applySplices, splices } from './splices.ts'

/** Lines of one text replaced by lines of another. */
export type AnswerChange = {
  /** From 1, in the order of the text. The same two texts always have the same changes. */
  number: number
  /** Numbers of lines, from 0, of the text before and of the answer's. */
  oldLines: LineRange
  newLines: LineRange
}

export type PendingChange = {
  number: number
  /** The range of its text in the working text; empty if it only deleted something. */
  start: number
  end: number
  /** The same as numbers of lines. */
  lines: LineRange
  /** What was there before: none if it only added something. */
  old: readonly string[]
  /** Where that begins in the text before. */
  oldStart: number
  /** The words that differ, of the old lines, joined with line breaks, and of the working text; none if most do. */
  oldWords: Span[]
  newWords: Span[]
}

/** What an answer changed, by lines. Takes bounded time: instead of being slow, the changes get larger. */
export function answerChanges(before: string, after: string): AnswerChange[] {
  return hunksOf(new TextLines(before), new TextLines(after)).map(
    ({ start, end, from, to }, index) => ({
      number: index + 1,
      oldLines: { from: start, to: end },
      newLines: { from, to },
    }),
  )
}

export type ReviewedTexts = {
  /** The text that the answer changed. */
  before: string
  /** The text that it made. */
  after: string
  /** The text now. */
  working: string
  /** The numbers of the changes that the writer kept. */
  kept: readonly number[]
  /** Those of `answerChanges`, if they are known. */
  changes?: readonly AnswerChange[]
}

/**
 * The changes that the writer has not decided on: those whose text is in the working text as the answer wrote
 * it. One that was undone or typed over is not, and is again when that is undone.
 */
export function pendingChanges(texts: ReviewedTexts): PendingChange[] {
  const [before, after] = [new TextLines(texts.before), new TextLines(texts.after)]
  const working = new TextLines(texts.working)
  const kept = new Set(texts.kept)
  const changes = texts.changes ?? answerChanges(texts.before, texts.after)
  // As the answer left it, which is when its review is waited for: all changes are where it put them.
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

/** What puts the text before some pending changes back, and nothing else. They are given in order. */
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

/** Which alternative the working text shows: the one with the largest part that is still there. */
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
 * What replaces one alternative by another, given as the texts that they made. What the writer typed stays, also
 * where it overlaps.
 */
export function switchAlternative({ before, from, to, working }: Switch): Splice[] {
  const pending = pendingChanges({ before, after: from, working, kept: [] })
  const without = applySplices(working, undoChanges(working, pending))
  return splices(working, merge(before, without, to).text)
}
