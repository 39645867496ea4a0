import { headLines, headOf, tailLines } from './truncate.ts'

/** A Fountain scene heading: INT., EXT., EST., I/E, or a line forced with a full stop. */
const HEADING = /^[ \t]*(?:(?:int|ext|est|i\/e)(?:\.|\/|[ \t])|\.(?=[\p{L}\p{N}])).*$/gimu

const MAX_HEADING = 120

function scenesIn(text: string, budget: number): string {
  const lines: string[] = []
  let left = budget
  for (const [line] of text.matchAll(HEADING)) {
    const heading = headOf(line.trim(), MAX_HEADING)
    left -= heading.length + 1
    if (left < 0) return [...lines, '...'].join('\n')
    lines.push(heading)
  }
  return lines.join('\n')
}

/**
 * The whole script if it fits; otherwise its beginning, the scene headings of the middle, and its end,
 * which matters most for what comes next. Never longer than the budget.
 */
export function scriptExcerpt(script: string, budget: number): string {
  if (script.length <= budget) return script
  const head = headLines(script, Math.floor(budget * 0.3))
  const tail = tailLines(script, Math.floor(budget * 0.5))
  const middle = script.slice(head.length, script.length - tail.length)
  const scenes = scenesIn(middle, Math.floor(budget * 0.2) - 120)
  const note =
    scenes === '' ? '' : ` They contain these scenes:\n${scenes}\nHere the script goes on:`
  return `${head}\n[[${middle.length} characters of the script are left out here.${note}]]\n${tail}`
}
