const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether the words are in the text, whatever their case. */
export const containsWords = (text: string, words: string): boolean =>
  plain(text).includes(plain(words))
