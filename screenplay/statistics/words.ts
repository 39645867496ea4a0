import { plainText } from '../emphasis.ts'

const word = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.-](?=[\p{L}\p{N}]))*/gu

/** "don't", "well-known" and "3.5" count as one word each, a dash as none. */
export function countWords(text: string): number {
  return plainText(text).match(word)?.length ?? 0
}
