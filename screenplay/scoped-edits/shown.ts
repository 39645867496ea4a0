import { isBlank } from './context.ts'
import { withoutBlankLines } from './line-breaks.ts'
import { type AnswerPiece, isEdit, type WrittenEdit } from './reading/written-edits.ts'

const fence = /^[^\S\r\n]{0,3}`{3,}[^\S\r\n]*[\w-]*[^\S\r\n]*$/gmu

/** What the chat shows of an answer: prose and texts in order, without tags and the fences around them. */
export function shownPieces(
  pieces: readonly AnswerPiece[],
  textOf: (edit: WrittenEdit) => string,
): string {
  const hasEdits = pieces.some(isEdit)
  const texts = pieces.map((piece) => {
    if (isEdit(piece)) return textOf(piece)
    return hasEdits ? piece.prose.replaceAll(fence, '') : piece.prose
  })
  const [only = '', ...others] = texts.filter((text) => !isBlank(text))
  return others.length === 0 ? only : [only, ...others].map(withoutBlankLines).join('\n\n')
}

/** A note that names a deleted scene. */
export const deletionNote = (heading: string): string =>
  `[[Deleted: ${heading.replaceAll(/\]{2,}|[\r\n]/gu, ' ').trim() || 'text'}]]`
