import { PREVIEW_CHARACTERS, PREVIEW_SOURCE_CHARACTERS } from '../../../../contract/limits.ts'
import { type PreviewElement, previewElements } from '../../../../screenplay/layout.ts'

/**
 * The first lines of a script, from its stored beginning: as many as a preview has characters, with a space between
 * two of them. Counts code points, so an emoji is one character.
 */
export function previewLines(start: string): PreviewElement[] {
  const isCut = Array.from(start).length > PREVIEW_SOURCE_CHARACTERS
  const lines: PreviewElement[] = []
  let room = PREVIEW_CHARACTERS
  let hasMore = isCut
  for (const { type, text } of previewElements(start, isCut)) {
    const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim())
    if (characters.length === 0) continue
    if (lines.length > 0) room -= 1
    hasMore ||= characters.length > room
    if (room > 0) lines.push({ type, text: characters.slice(0, room).join('') })
    room -= characters.length
  }
  if (!hasMore) return lines
  const { type, text } = lines.pop() ?? { type: 'action', text: '' }
  return [...lines, { type, text: `${text}...` }]
}

/** The same as one line. */
export const previewText = (start: string): string =>
  previewLines(start)
    .map(({ text }) => text)
    .join(' ')
