/** Length in characters as PostgreSQL counts them; JavaScript's `length` counts UTF-16 units. */
export function codePoints(text: string): number {
  let count = text.length
  for (const character of text) if (character.length === 2) count -= 1
  return count
}
