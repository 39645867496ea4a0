import { PREVIEW_SOURCE_CHARACTERS } from '../../../../contract/limits.ts'
import { previewTexts } from '../../../../screenplay/model.ts'

/** The first line, which often is a scene heading, and what follows. */
export function openingLines(opening: string): { first: string; rest: string } {
  const isCut = Array.from(opening).length > PREVIEW_SOURCE_CHARACTERS
  const shown = previewTexts(opening, isCut).join('\n')
  // What nobody would see, such as a note, is better than an empty line.
  const lines = (shown.trim() === '' ? opening : shown)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return { first: lines[0] ?? '', rest: lines.slice(1).join(' ') }
}
