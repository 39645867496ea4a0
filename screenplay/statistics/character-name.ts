import { plainText } from '../emphasis.ts'

/** Who speaks: a name in capitals, without what stands in brackets behind it. */
export function characterName(text: string): string {
  const name = plainText(text)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return name.toUpperCase()
}
