const NEWLINE = 10
const RETURN = 13

/** `end` is before the line break, `next` behind it; the last line has no `next`. */
export type Line = { start: number; end: number; next: number | undefined }

const isBreak = (code: number): boolean => code === NEWLINE || code === RETURN

/** The line at an offset. Scans only this line: indexOf('\r') would scan the whole text if it has none. */
export function lineAt(source: string, offset: number): Line {
  let at = Math.min(Math.max(offset, 0), source.length)
  if (source.charCodeAt(at) === NEWLINE && source.charCodeAt(at - 1) === RETURN) at -= 1
  let start = at
  while (start > 0 && !isBreak(source.charCodeAt(start - 1))) start -= 1
  let end = at
  while (end < source.length && !isBreak(source.charCodeAt(end))) end += 1
  if (end === source.length) return { start, end, next: undefined }
  const isPair = source.charCodeAt(end) === RETURN && source.charCodeAt(end + 1) === NEWLINE
  return { start, end, next: end + (isPair ? 2 : 1) }
}

export const lineBefore = (source: string, { start }: Line): Line | undefined =>
  start === 0 ? undefined : lineAt(source, start - 1)

export const lineAfter = (source: string, { next }: Line): Line | undefined =>
  next === undefined ? undefined : lineAt(source, next)

export const textOf = (source: string, { start, end }: Line): string => source.slice(start, end)

export const isBlank = (source: string, line: Line): boolean => textOf(source, line).trim() === ''

/** Whether a line ends a paragraph. A line of two or more spaces does not: it continues a speech. */
export const separates = (source: string, line: Line | undefined): boolean =>
  line === undefined || (line.end - line.start < 2 && isBlank(source, line))

/** The lines from one offset to another, at least one. */
export function linesBetween(source: string, from: number, to: number): Line[] {
  const lines = [lineAt(source, from)]
  for (let line = lines.at(-1); line?.next !== undefined && line.next <= to; ) {
    line = lineAt(source, line.next)
    lines.push(line)
  }
  return lines
}
