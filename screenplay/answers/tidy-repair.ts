/** Codes for what `tidy` changed. */
export type TidyChange =
  | 'tags'
  | 'html'
  | 'block-quotes'
  | 'fences'
  | 'chatter'
  | 'headings'
  | 'scene-lines'
  | 'transitions'
  | 'title-page'
  | 'names'
  | 'parentheticals'
  | 'labels'
  | 'lists'
  | 'directions'
  | 'page-labels'
  | 'empty-lines'
  | 'rules'
  | 'quotes'

/** Returns the same array if there is nothing to repair. */
export type Repair = (lines: string[], changes: Set<TidyChange>) => string[]

/** Longer lines are prose, never a heading or a cue. */
export const MAX_MARKUP_LENGTH = 200

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** Strips list markers, Markdown heading markers and surrounding emphasis from a line. */
export function unwrapped(line: string): string {
  let core = line.trim()
  for (let layer = 0; layer < 5 && core.length <= MAX_MARKUP_LENGTH; layer += 1) {
    const inner = core
      .replace(/^(?:#{1,6}\s|\d{1,3}[.)]\s|[-•+]\s|\*\s)\s*/, '')
      .replace(/^(\*{1,3}|_{1,3})([^*_]+)\1$/, '$2')
      .trim()
    if (inner === core) break
    core = inner
  }
  return core
}

/** The line ranges between empty lines. */
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

/** Appends a line, but skips a second empty line after a removed line. Returns whether it was skipped. */
export function addLine(lines: string[], line: string, afterRemoval: boolean): boolean {
  const isRedundant = afterRemoval && isBlank(line) && isBlank(lines.at(-1))
  if (!isRedundant) lines.push(line)
  return isRedundant
}
