import { withoutChatter } from './tidy/chatter.ts'
import { withoutFences } from './tidy/fences.ts'
import { plainHeadings } from './tidy/headings.ts'
import { withoutLabels } from './tidy/labels.ts'
import { withoutListMarks } from './tidy/lists.ts'
import { joinedNames, plainNames } from './tidy/names.ts'
import { withoutQuoteMarks } from './tidy/quoted-blocks.ts'
import { straightQuotes } from './tidy/quotes.ts'
import type { Repair, TidyChange } from './tidy/repair.ts'
import { lacksEmptyLines, withEmptyLines, withoutRules } from './tidy/spacing.ts'
import { plainDirections, plainParentheticals, withoutPageLabels } from './tidy/speeches.ts'
import { spokenLines, withoutColons } from './tidy/spoken-lines.ts'
import { withoutHtml, withoutScriptTags, withoutThoughts } from './tidy/tags.ts'

/** Each repair fixes one kind of damage and leaves everything else alone. */
const repairs: Repair[] = [
  withoutThoughts,
  withoutHtml,
  withoutQuoteMarks,
  withoutFences,
  withoutChatter,
  withoutRules,
  withoutPageLabels,
  withoutLabels,
  withoutListMarks,
  plainHeadings,
  plainParentheticals,
  plainNames,
  joinedNames,
]
const nobody: ReadonlySet<string> = new Set()
const MAX_ROUNDS = 8

type TidyOptions = {
  /** Who speaks in the script, in capitals. */
  names?: ReadonlySet<string>
  /** Curly quotes stay as they are. */
  keepsQuotes?: boolean
  /** The answer's own tags have been read, so what looks like one is text. */
  keepsTags?: boolean
}

/**
 * Repairs a model's almost-Fountain answer: Markdown, chatter around the script, missing empty lines.
 * Valid Fountain is returned unchanged. Reports what it changed as codes.
 */
export function tidy(
  text: string,
  { names = nobody, keepsQuotes = false, keepsTags = false }: TidyOptions = {},
): { text: string; changes: TidyChange[] } {
  const changes = new Set<TidyChange>()
  const before = text.split(/\r\n|\r|\n/)
  const named = [withoutColons(names), spokenLines(names)]
  const all = [withoutScriptTags(keepsTags), ...repairs, ...named, plainDirections]
  const lines = repairAll(before, all, changes)
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
