import { PREVIEW_CHARACTERS, PREVIEW_SOURCE_CHARACTERS } from '../../../../contract/limits.ts'
import { previewOf } from '../../../../screenplay/preview.ts'

/** Preview from the stored beginning of a script. Counts code points, so an emoji is one character. */
export function previewText(start: string): string {
  const isCut = Array.from(start).length > PREVIEW_SOURCE_CHARACTERS
  const characters = Array.from(previewOf(start, isCut))
  const shown = characters.slice(0, PREVIEW_CHARACTERS).join('')
  return isCut || characters.length > PREVIEW_CHARACTERS ? `${shown}...` : shown
}
