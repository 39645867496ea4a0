/** Characters as PostgreSQL counts them; JavaScript's length counts units of UTF-16. */
export function codePoints(text: string): number {
  let count = text.length
  for (const character of text) if (character.length === 2) count -= 1
  return count
}
