/** Scripts that do not put spaces between words: here, each character counts as a word. */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'

/** What words consist of, as classes of a regular expression with the flag v. */
export const WORD_CHARACTERS = {
  unspaced: `[\\p{L}\\p{N}]&&[${UNSPACED}]`,
  letter: `[\\p{L}\\p{N}]--[${UNSPACED}]`,
  mark: '\\p{M}',
}
