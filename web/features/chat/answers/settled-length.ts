const LOWER = /\p{Ll}/u

/** Whether a line may still change its type: it has only capitals so far, or is an unclosed parenthetical. */
const mayChange = (line: string) =>
  line !== '' && (line.startsWith('(') ? !line.includes(')') : !LOWER.test(line))

/**
 * How much of a growing script keeps its layout. Whether the last line is a character or action depends on
 * the next line; shown earlier, it would jump.
 */
export function settledLength(text: string): number {
  for (let end = text.length; ; ) {
    // The type of a finished line may depend on the next one, so a last line break is skipped.
    const to = text[end - 1] === '\n' ? end - 1 : end
    const from = text.lastIndexOf('\n', to - 1) + 1
    if (to <= 0 || !mayChange(text.slice(from, to))) return end
    // Drop this line and check the one before it.
    end = from
  }
}
