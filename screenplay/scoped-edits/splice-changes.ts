import { countBreaks, gapAfter } from './line-breaks.ts'
import type { AppliedEdit, Change } from './types.ts'

const emptyLine = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)/u
const MAX_EMPTY = 4

/** Applies all changes to the script; their given order matters only for changes at the same place. */
export function spliceChanges(
  script: string,
  changes: readonly Change[],
  lineBreak: string,
): { text: string; edits: AppliedEdit[] } {
  const edits: AppliedEdit[] = []
  const contentEnd = script.trimEnd().length
  let text = ''
  let done = 0
  // Reading them from the whole text each time would copy it each time.
  let gap = ''
  let isBlank = true
  const add = (part: string) => {
    if (part.trim() === '') gap += part
    else [gap, isBlank] = [gapAfter(part), false]
    text += part
  }
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { kind, id, heading, start, end } = change
    add(script.slice(done, start))
    const newStart = text.length
    add(withBorders(change, { script, above: gap, isFirst: isBlank, contentEnd, lineBreak }))
    edits.push({ kind, id, heading, start, end, newStart, newEnd: text.length })
    done = end
  }
  return { text: text + script.slice(done), edits }
}

type Surroundings = {
  script: string
  /** The white space at the end of the new text up to the change, and whether that has nothing else. */
  above: string
  isFirst: boolean
  /** The length of the script without the white space at its end. */
  contentEnd: number
  lineBreak: string
}

/** The new text with the empty lines that separate it from the text around it. */
function withBorders(change: Change, surroundings: Surroundings): string {
  const { script, above, isFirst, contentEnd, lineBreak } = surroundings
  const { kind, id, start, end, text } = change
  if (kind === 'script' || kind === 'text') return text
  const isLast = end >= contentEnd
  const below = isLast ? script.slice(end) : gapBelow(script, end)
  const missing = (gap: string) =>
    emptyLine.test(gap) ? '' : lineBreak.repeat(countBreaks(gap) > 0 ? 1 : 2)
  if (kind === 'deleted' && text === '') return isFirst || isLast ? '' : missing(above + below)
  const isNew = start === end
  const keepsHeading = !isNew && firstLine(text) === firstLine(script.slice(start, end))
  const top = isFirst || keepsHeading || (id === 0 && !isNew) ? '' : missing(above)
  if (!isLast)
    return (
      top + text + (isNew && below === '' ? usualGap(script, start, lineBreak) : missing(below))
    )
  const endsWithBreak = isNew && end === script.length && contentEnd < end
  return top + text + (endsWithBreak ? lineBreak : '')
}

/** The white space at an offset; text follows it. */
function gapBelow(script: string, at: number): string {
  let end = at
  while (script.charAt(end).trim() === '') end += 1
  return script.slice(at, end)
}

const firstLine = (text: string): string => /^.*/u.exec(text)?.[0] ?? ''

/** As many empty lines as the scene above has below it. */
function usualGap(script: string, at: number, lineBreak: string): string {
  let start = at
  while (start > 0 && script.charAt(start - 1).trim() === '') start -= 1
  const breaks = countBreaks(script.slice(start, at))
  return lineBreak.repeat(Math.min(Math.max(breaks, 2), MAX_EMPTY))
}
