const isHigh = (text: string, at: number) => /[\ud800-\udbff]/.test(text.charAt(at))

/** At most so many characters from the start, never half of one. */
export const headOf = (text: string, length: number): string =>
  text.slice(0, isHigh(text, length - 1) ? length - 1 : length)

/** At most so many characters from the end, never half of one. */
export function tailOf(text: string, length: number): string {
  if (length <= 0) return ''
  const start = Math.max(0, text.length - length)
  return text.slice(start > 0 && isHigh(text, start - 1) ? start + 1 : start)
}

/** The same in whole lines, where a line ends in the second half. */
export function headLines(text: string, length: number): string {
  const head = headOf(text, length)
  const end = head.lastIndexOf('\n')
  return end > length / 2 ? head.slice(0, end) : head
}

export function tailLines(text: string, length: number): string {
  const tail = tailOf(text, length)
  const start = tail.indexOf('\n')
  return start !== -1 && start < length / 2 ? tail.slice(start + 1) : tail
}
