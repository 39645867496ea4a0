const LOWER = /\p{Ll}/u

/** A character, scene heading or transition while it has only capitals; a parenthetical until it is closed. */
const mayChange = (line: string) =>
  line !== '' && (line.startsWith('(') ? !line.includes(')') : !LOWER.test(line))

/**
 * How much of a growing script keeps its layout. Whether the last line is a character or action depends on
 * the next line; shown earlier, it would jump.
 */
export function settledLength(text: string): number {
  for (let end = text.length; ; ) {
    // What a finished line is depends on what follows it.
    const to = text[end - 1] === '\n' ? end - 1 : end
    const from = text.lastIndexOf('\n', to - 1) + 1
    if (to <= 0 || !mayChange(text.slice(from, to))) return end
    // Without it, the line before is the last one.
    end = from
  }
}
