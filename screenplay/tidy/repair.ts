/** What tidying can change; the sentences for it stand with the other messages. */
export type TidyChange =
  | 'fences'
  | 'chatter'
  | 'headings'
  | 'scene-lines'
  | 'transitions'
  | 'title-page'
  | 'names'
  | 'parentheticals'
  | 'empty-lines'
  | 'rules'
  | 'quotes'

/** Gives back the very same lines when there is nothing to repair. */
export type Repair = (lines: string[], changes: Set<TidyChange>) => string[]

/** Longer lines are prose: no heading, no name. */
export const LONGEST_MARK = 200

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** A line without a list's number or bullet, a Markdown heading's marks and emphasis around all of it. */
export function unwrapped(line: string): string {
  let core = line.trim()
  for (let layer = 0; layer < 5 && core.length <= LONGEST_MARK; layer += 1) {
    const inner = core
      .replace(/^(?:#{1,6}\s|\d{1,3}[.)]\s|[-•+]\s|\*\s)\s*/, '')
      .replace(/^(\*{1,3}|_{1,3})([^*_]+)\1$/, '$2')
      .trim()
    if (inner === core) break
    core = inner
  }
  return core
}

/** What stands between empty lines, as places in the text. */
export function paragraphs(lines: string[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) continue
    const last = found.at(-1)
    if (last?.to === index) last.to += 1
    else found.push({ from: index, to: index + 1 })
  }
  return found
}

/** Adds a line; behind a line that was taken out, one empty line is enough. */
export function addLine(lines: string[], line: string, isBehindGap: boolean): boolean {
  const isSpare = isBehindGap && isBlank(line) && isBlank(lines.at(-1))
  if (!isSpare) lines.push(line)
  return isSpare
}
