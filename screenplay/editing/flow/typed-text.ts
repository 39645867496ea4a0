import type { PendingType } from '../../edit.ts'

const marks: Partial<Record<PendingType, string>> = {
  character: '@',
  'scene-heading': '.',
  transition: '> ',
}

/**
 * What to insert when the writer types on a line whose type is pending: capitals, or the forcing mark if the
 * writing system has no capitals, such as Chinese or Arabic. `line` is the text already on the line; after `@` a name
 * keeps its case, as in Fountain.
 */
export function typedText(pending: PendingType, text: string, line = ''): string {
  const mark = marks[pending]
  if (mark === undefined || /[\r\n]/.test(text)) return text
  if (pending === 'character' && line.trimStart().startsWith('@')) return text
  const capitals = text.toUpperCase()
  if (capitals !== text.toLowerCase()) return capitals
  return line.trim() === '' && /^\p{L}/u.test(text) ? mark + text : text
}
