/** Undefined if the text is not a valid limit. */
export function readLimit(text: string): number | undefined {
  const typed = text.trim()
  const most = Number(typed)
  return /^\d+$/.test(typed) && most <= 1_000_000 ? most : undefined
}
