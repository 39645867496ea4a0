const isHighSurrogate = (text: string, at: number) => /[\ud800-\udbff]/.test(text.charAt(at))

/** At most `length` characters from the start, without splitting a surrogate pair. */
export const headOf = (text: string, length: number): string =>
  text.slice(0, isHighSurrogate(text, length - 1) ? length - 1 : length)

/** At most `length` characters from the end, without splitting a surrogate pair. */
export function tailOf(text: string, length: number): string {
  if (length <= 0) return ''
  const start = Math.max(0, text.length - length)
  return text.slice(start > 0 && isHighSurrogate(text, start - 1) ? start + 1 : start)
}

/** Like `headOf`, cut at a line break if there is one in the second half. */
export function headLines(text: string, length: number): string {
  const head = headOf(text, length)
  const end = head.lastIndexOf('\n')
  return end > length / 2 ? head.slice(0, end) : head
}

/** Like `tailOf`, cut at a line break if there is one in the first half. */
export function tailLines(text: string, length: number): string {
  const tail = tailOf(text, length)
  const start = tail.indexOf('\n')
  return start !== -1 && start < length / 2 ? tail.slice(start + 1) : tail
}
