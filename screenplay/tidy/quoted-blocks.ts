import { isHeadingLine } from './headings.ts'
import { isCueLine } from './names.ts'
import { isBlank, type Repair } from './repair.ts'

const quoted = /^\s*>(?!.*<\s*$)\s?/

const bare = (line: string): string => line.replace(quoted, '')

/** Removes the marks of a Markdown block quote, which are transitions in Fountain, from scenes and speeches. */
export const withoutQuoteMarks: Repair = (lines, changes) => {
  const isScene = lines.some((line) => quoted.test(line) && isHeadingLine(bare(line)))
  let isSpeech = false
  const repaired = lines.map((line, index) => {
    const isQuoted = quoted.test(line)
    isSpeech = isQuoted && (isSpeech || isCueLine(lines, index - 1)) && /\p{Ll}/u.test(line)
    return isQuoted && (isScene || isSpeech) ? bare(line) : line
  })
  if (repaired.every((line, index) => line === lines[index])) return lines
  changes.add('block-quotes')
  return repaired.map((line) => (isBlank(line) ? '' : line))
}
