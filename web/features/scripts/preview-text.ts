import { PREVIEW_CHARACTERS } from '../../../contract/limits.ts'

/** The server keeps one character more than is shown, and counts an emoji as one. */
export function previewText(preview: string): string {
  const characters = Array.from(preview)
  if (characters.length <= PREVIEW_CHARACTERS) return preview
  return `${characters.slice(0, PREVIEW_CHARACTERS).join('')}...`
}
