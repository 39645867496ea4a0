import { withoutChatter } from './tidy/chatter.ts'
import { withoutFences } from './tidy/fences.ts'
import { plainHeadings } from './tidy/headings.ts'
import { plainNames } from './tidy/names.ts'
import { straightQuotes } from './tidy/quotes.ts'
import type { Repair, TidyChange } from './tidy/repair.ts'
import { isWithoutEmptyLines, withEmptyLines } from './tidy/spacing.ts'

/** Each looks for damage of its own kind and leaves everything else alone. */
const repairs: Repair[] = [withoutFences, withoutChatter, plainHeadings, plainNames]
const ROUNDS = 8

/**
 * Makes Fountain of an answer that is almost Fountain: wrapped in Markdown, talked around, without its
 * empty lines. Good Fountain comes back as it is. Says what it changed, as codes.
 */
export function tidy(text: string): { text: string; changes: TidyChange[] } {
  const changes = new Set<TidyChange>()
  const before = text.split(/\r\n|\r|\n/)
  const lines = settled(before, changes)
  const isSame = lines.length === before.length && lines.every((line, at) => line === before[at])
  const repaired = isSame ? text : lines.join('\n')
  const quoted = straightQuotes(repaired)
  if (quoted !== repaired) changes.add('quotes')
  return isSame && quoted === text ? { text, changes: [] } : { text: quoted, changes: [...changes] }
}

/** One repair may uncover the next: they go round until nothing moves. What never settles is left alone. */
function settled(before: string[], changes: Set<TidyChange>): string[] {
  let lines = before
  let isDamaged = isWithoutEmptyLines(lines)
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = lines
    for (const repair of repairs) lines = repair(lines, changes)
    isDamaged ||= lines !== start
    if (isDamaged) lines = withEmptyLines(lines, changes)
    if (lines === start) return lines
  }
  changes.clear()
  return before
}
