import { isCharacter } from '../parse/line-kinds.ts'
import { isHeadingLine } from './headings.ts'
import { addLine, isBlank, LONGEST_MARK, type Repair } from './repair.ts'

const rule = /^\s*-{3,}\s*$/
const aside = /^\s*(\*{1,2}|_)(\([^()*_]+\))\1\s*$/
const transition = /^[^\p{Ll}]* TO:$/u
const ending = /[.!?,:;…-]$/

/** A script of some length with a heading and not one empty line has lost them. */
export function isWithoutEmptyLines(lines: string[]): boolean {
  const written = lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)
  return written.length >= 4 && !written.some(isBlank) && written.some(isHeadingLine)
}

/** In damaged text: empty lines where Fountain needs them, and no more lines drawn across. */
export const withEmptyLines: Repair = (lines, changes) => {
  const repaired: string[] = []
  let isChanged = false
  let isBehindGap = false
  for (const [index, line] of lines.entries()) {
    if (rule.test(line)) {
      changes.add('rules')
      isChanged = true
      isBehindGap = true
      continue
    }
    const before = repaired.at(-1)
    const isJoined = !isBlank(before) && !isBlank(line)
    const missing = isJoined && (parts(line, lines[index + 1]) || isApart(before ?? ''))
    if (missing) {
      changes.add('empty-lines')
      isChanged = true
      repaired.push('')
    }
    const plain = line.length > LONGEST_MARK ? undefined : aside.exec(line)?.[2]
    if (plain !== undefined) {
      changes.add('parentheticals')
      isChanged = true
    }
    isBehindGap = addLine(repaired, plain ?? line, isBehindGap)
  }
  return isChanged ? repaired : lines
}

/** Whether a line begins something: a scene, a cut, a speech. */
function parts(line: string, next: string | undefined): boolean {
  if (line.length > LONGEST_MARK) return false
  return isApart(line) || isCue(line, next)
}

function isApart(line: string): boolean {
  return line.length <= LONGEST_MARK && (isHeadingLine(line) || transition.test(line.trim()))
}

function isCue(line: string, next: string | undefined): boolean {
  const text = line.trim()
  if (text.length > 40 || isBlank(next) || ending.test(text.replace(/\.$/, 'x'))) return false
  if (!/^\p{Lu}[^\p{Ll}"“(]*(?:\([^()]*\)\s*)*\^?$/u.test(text) || !isCharacter(text)) return false
  return !isCharacter((next ?? '').trim()) && !text.endsWith('.')
}
