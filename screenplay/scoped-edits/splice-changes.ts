import { countBreaks, gapAfter, gapBefore } from './line-breaks.ts'
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
  let text = ''
  let done = 0
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { kind, id, heading, start, end } = change
    text += script.slice(done, start)
    const newStart = text.length
    text += withBorders(change, { script, before: text, lineBreak })
    edits.push({ kind, id, heading, start, end, newStart, newEnd: text.length })
    done = end
  }
  return { text: text + script.slice(done), edits }
}

type Surroundings = {
  script: string
  /** The new text up to the change. */
  before: string
  lineBreak: string
}

/** The new text with the empty lines that separate it from the text around it. */
function withBorders(change: Change, { script, before, lineBreak }: Surroundings): string {
  const { kind, id, start, end, text } = change
  if (kind === 'script' || kind === 'text') return text
  const rest = script.slice(end)
  const [above, below] = [gapAfter(before), gapBefore(rest)]
  const isFirst = before.trim() === ''
  const isLast = rest.trim() === ''
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
  const endsWithBreak = isNew && rest === '' && gapAfter(script) !== ''
  return top + text + (endsWithBreak ? lineBreak : '')
}

const firstLine = (text: string): string => /^.*/u.exec(text)?.[0] ?? ''

/** As many empty lines as the scene above has below it. */
function usualGap(script: string, at: number, lineBreak: string): string {
  const breaks = countBreaks(gapAfter(script.slice(0, at)))
  return lineBreak.repeat(Math.min(Math.max(breaks, 2), MAX_EMPTY))
}
