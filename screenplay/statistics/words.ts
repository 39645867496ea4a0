import type { ElementType } from '../elements.ts'
import { plainText } from '../emphasis.ts'

const counted = new Set<ElementType>([
  'scene-heading',
  'action',
  'parenthetical',
  'dialogue',
  'lyrics',
  'transition',
  'centered',
])

/** Cues are not counted: the names would be the most frequent words. */
export const hasPrintedWords = (type: ElementType): boolean => counted.has(type)

const word = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.-](?=[\p{L}\p{N}]))*/gu

/** "don't", "well-known" and "3.5" count as one word each, a dash as none. */
export function countWords(text: string): number {
  return plainText(text).match(word)?.length ?? 0
}
