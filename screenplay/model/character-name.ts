import { plainText } from './emphasis.ts'

/** A cue's name in capitals, without extensions such as (V.O.). */
export function characterName(text: string): string {
  const name = plainText(text)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return name.toUpperCase()
}
