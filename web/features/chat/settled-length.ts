const LOWER = /\p{Ll}/u

/** A name, a heading or a cut while it has only capitals; an aside until it is closed. */
const mayChange = (line: string) =>
  line !== '' && (line.startsWith('(') ? !line.includes(')') : !LOWER.test(line))

/**
 * How much of a growing script will stay as it is set. What its last line is, a name or a description, the
 * next line tells; until then it would jump from one place to another.
 */
export function settledLength(text: string): number {
  const from = text.lastIndexOf('\n') + 1
  if (from < text.length) return mayChange(text.slice(from)) ? from : text.length
  // The line before has ended, and what follows it is not known.
  const before = text.slice(text.lastIndexOf('\n', from - 2) + 1, Math.max(0, from - 1))
  return mayChange(before) ? from - 1 - before.length : text.length
}
