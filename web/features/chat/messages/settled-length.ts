const LOWER = /\p{Ll}/u

/** A name, a heading or a cut while it has only capitals; an aside until it is closed. */
const mayChange = (line: string) =>
  line !== '' && (line.startsWith('(') ? !line.includes(')') : !LOWER.test(line))

/**
 * How much of a growing script will stay as it is set. What its last line is, a name or a description, the
 * next line tells; until then it would jump from one place to another.
 */
export function settledLength(text: string): number {
  for (let end = text.length; ; ) {
    // An ended line is known only with what follows it.
    const to = text[end - 1] === '\n' ? end - 1 : end
    const from = text.lastIndexOf('\n', to - 1) + 1
    if (to <= 0 || !mayChange(text.slice(from, to))) return end
    // Without it the line before is the last one.
    end = from
  }
}
