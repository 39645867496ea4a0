import { plainText } from '../emphasis.ts'
import type { Format } from './formats.ts'

/** How centered lines with one of these texts are printed, such as COLD OPEN; a number in them is #. */
export type TextFormat = { texts: readonly string[]; format: Readonly<Partial<Format>> }

/** More would be no headings of acts. */
export const MAX_TEXTS = 40
const MAX_LENGTH = 60

const NUMBER =
  /\b(?:\d+|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|I{1,3}|IV|VI{0,3}|IX|X)\b/g

/** What lines have in common that differ only in their number: ACT # for ACT ONE; empty if the line is too long. */
export function textKey(text: string): string {
  if (text.length > 2 * MAX_LENGTH) return ''
  const line = plainText(text).toUpperCase().replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_LENGTH ? '' : line.replaceAll(NUMBER, '#')
}
