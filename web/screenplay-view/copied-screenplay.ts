/** No blank line before these. */
const WITHOUT_GAP = new Set(['dialogue', 'parenthetical', 'lyrics'])

/** The selection as script text: no blank lines inside a speech, capitals as displayed. */
export function copiedScreenplay(selection: Selection | null, within: Node): string {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  const range = selection.getRangeAt(0)
  if (!within.contains(range.commonAncestorContainer)) return ''
  const lines = [...range.cloneContents().querySelectorAll<HTMLElement>('p')]
  // A selection within one paragraph needs no correction.
  if (lines.length < 2) return ''
  return lines.reduce((text, line) => {
    const type = line.dataset['element'] ?? 'title-entry'
    const written = shown(type, lineText(line))
    if (text === '') return written
    const follows = WITHOUT_GAP.has(type) && !line.dataset['apart']
    return text + (follows || type === 'title-entry' ? '\n' : '\n\n') + written
  }, '')
}

/** On the page, only spacing separates a scene number from its heading. */
function lineText(line: HTMLElement): string {
  const number = line.querySelector('[data-scene-number]')?.textContent
  const text = line.textContent ?? ''
  return number ? `${number} ${text.slice(number.length)}` : text
}

const shown = (type: string, text: string) =>
  ['scene-heading', 'character', 'transition'].includes(type) ? text.toUpperCase() : text
