import { TITLE_CHARACTERS, UNTITLED } from '../../../contract/limits.ts'
import { titleOf } from '../../../screenplay/model.ts'

/** A title the server accepts: one line, limited length. Empty if nothing is left. */
export function validTitle(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return Array.from(line).slice(0, TITLE_CHARACTERS).join('').trim()
}

const titlePageTitle = (text: string) => validTitle(titleOf(text) ?? '')

/** The title from the title page, used until the writer types another one. */
export function automaticTitle(
  saved: { title: string; text: string } | null,
  currentText: string,
): string {
  const savedTitle = saved?.title ?? UNTITLED
  const isNamed =
    saved !== null && savedTitle !== UNTITLED && savedTitle !== titlePageTitle(saved.text)
  return isNamed ? savedTitle : titlePageTitle(currentText) || savedTitle
}
