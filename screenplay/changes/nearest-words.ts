/** Where a text has these words nearest to a place; undefined if it does not have them. */
export function nearestWords(text: string, words: string, at: number): number | undefined {
  const after = text.indexOf(words, at)
  const before = text.lastIndexOf(words, at)
  if (after === -1 || before === -1) return [after, before].find((place) => place !== -1)
  return after - at < at - before ? after : before
}
