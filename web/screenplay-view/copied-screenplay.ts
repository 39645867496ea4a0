/** These follow the line before them directly. */
const WITHOUT_GAP = new Set(['dialogue', 'parenthetical', 'lyrics'])

/** What was selected, as the lines of a script: no blank line inside a speech, capitals where they show. */
export function copiedScreenplay(selection: Selection | null, within: Node): string {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  const range = selection.getRangeAt(0)
  if (!within.contains(range.commonAncestorContainer)) return ''
  const lines = [...range.cloneContents().querySelectorAll<HTMLElement>('p')]
  // A selection inside one paragraph has nothing to set right.
  if (lines.length < 2) return ''
  return lines.reduce((text, line) => {
    const type = line.dataset['element'] ?? 'title-entry'
    const written = shown(type, textOf(line))
    if (text === '') return written
    const follows = WITHOUT_GAP.has(type) && !line.dataset['apart']
    return text + (follows || type === 'title-entry' ? '\n' : '\n\n') + written
  }, '')
}

/** A scene's number stands apart on the page, by space alone. */
function textOf(line: HTMLElement): string {
  const number = line.querySelector('[data-scene-number]')?.textContent
  const text = line.textContent ?? ''
  return number ? `${number} ${text.slice(number.length)}` : text
}

const shown = (type: string, text: string) =>
  ['scene-heading', 'character', 'transition'].includes(type) ? text.toUpperCase() : text
