import { isHeadingLine } from './headings.ts'
import { isSpokenLine } from './names.ts'
import { isBlank, type Repair } from './repair.ts'

const marker = /^\s*(?:[-*•+–]|\d{1,3}[.)])\s+(?=\S)/

const bare = (line: string): string => line.replace(marker, '')
const isSpeech = (line: string): boolean => marker.test(line) && isSpokenLine(bare(line))

/**
 * Removes the marks of a list from a script that is one, and from speeches. Other lists stay: a montage is one
 * too.
 */
export const withoutListMarks: Repair = (lines, changes) => {
  const filled = lines.filter((line) => !isBlank(line))
  const isScript =
    filled.length >= 3 && filled.every((line) => marker.test(line)) && filled.some(isHeadingLine)
  const areSpeeches = filled.filter(isSpeech).length >= 2 && filled.some(isHeadingLine)
  if (!isScript && !areSpeeches) return lines
  changes.add('lists')
  return lines.map((line) => (isScript || isSpeech(line) ? bare(line) : line))
}
