import { withoutChatter } from './tidy/chatter.ts'
import { withoutFences } from './tidy/fences.ts'
import { plainHeadings } from './tidy/headings.ts'
import { plainNames } from './tidy/names.ts'
import { straightQuotes } from './tidy/quotes.ts'
import type { Repair, TidyChange } from './tidy/repair.ts'
import { lacksEmptyLines, withEmptyLines } from './tidy/spacing.ts'
import { spokenLines } from './tidy/spoken-lines.ts'

/** Each repair fixes one kind of damage and leaves everything else alone. */
const repairs: Repair[] = [withoutFences, withoutChatter, plainHeadings, plainNames]
const nobody: ReadonlySet<string> = new Set()
const MAX_ROUNDS = 8

type TidyOptions = {
  /** Who speaks in the script, in capitals. */
  names?: ReadonlySet<string>
  /** Curly quotes stay as they are. */
  keepsQuotes?: boolean
}

/**
 * Repairs a model's almost-Fountain answer: Markdown, chatter around the script, missing empty lines.
 * Valid Fountain is returned unchanged. Reports what it changed as codes.
 */
export function tidy(
  text: string,
  { names = nobody, keepsQuotes = false }: TidyOptions = {},
): { text: string; changes: TidyChange[] } {
  const changes = new Set<TidyChange>()
  const before = text.split(/\r\n|\r|\n/)
  const lines = repairAll(before, [...repairs, spokenLines(names)], changes)
  const isSame = lines.length === before.length && lines.every((line, at) => line === before[at])
  const repaired = isSame ? text : lines.join('\n')
  const quoted = keepsQuotes ? repaired : straightQuotes(repaired)
  if (quoted !== repaired) changes.add('quotes')
  return isSame && quoted === text ? { text, changes: [] } : { text: quoted, changes: [...changes] }
}

/** Repeats the repairs until nothing changes; if they never converge, returns the original lines. */
function repairAll(before: string[], all: readonly Repair[], changes: Set<TidyChange>): string[] {
  let lines = before
  let isDamaged = lacksEmptyLines(lines)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const start = lines
    for (const repair of all) lines = repair(lines, changes)
    isDamaged ||= lines !== start
    if (isDamaged) lines = withEmptyLines(lines, changes)
    if (lines === start) return lines
  }
  changes.clear()
  return before
}
