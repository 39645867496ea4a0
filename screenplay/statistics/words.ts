import { plainText } from '../emphasis.ts'

const word = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.-](?=[\p{L}\p{N}]))*/gu

/** Words as a reader counts them: "don't", "well-known" and "3.5" are one each, a dash is none. */
export function countWords(text: string): number {
  return plainText(text).match(word)?.length ?? 0
}
