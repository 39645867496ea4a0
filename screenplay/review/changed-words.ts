import { wordChanges } from '../diff/word-changes.ts'

export type Span = { start: number; end: number }

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
export function changedWords(old: string, now: string): { old: Span[]; now: Span[] } {
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
