import { isCharacter } from '../parse/line-kinds.ts'
import { isHeadingLine } from './headings.ts'
import { addLine, isBlank, MAX_MARKUP_LENGTH, type Repair } from './repair.ts'

const rule = /^\s*-{3,}\s*$/
const parenthetical = /^\s*(\*{1,2}|_)(\([^()*_]+\))\1\s*$/
const transition = /^[^\p{Ll}]* TO:$/u
const ending = /[.!?,:;…-]$/

/** A script of at least four lines with a heading but no empty line has lost its empty lines. */
export function lacksEmptyLines(lines: string[]): boolean {
  const content = lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)
  return content.length >= 4 && !content.some(isBlank) && content.some(isHeadingLine)
}

/** For damaged text: restores the empty lines Fountain needs and removes horizontal rules. */
export const withEmptyLines: Repair = (lines, changes) => {
  const repaired: string[] = []
  let isChanged = false
  let afterRemoval = false
  for (const [index, line] of lines.entries()) {
    if (rule.test(line)) {
      changes.add('rules')
      isChanged = true
      afterRemoval = true
      continue
    }
    const before = repaired.at(-1)
    const isJoined = !isBlank(before) && !isBlank(line)
    const missing = isJoined && (startsElement(line, lines[index + 1]) || standsAlone(before ?? ''))
    if (missing) {
      changes.add('empty-lines')
      isChanged = true
      repaired.push('')
    }
    const plain = line.length > MAX_MARKUP_LENGTH ? undefined : parenthetical.exec(line)?.[2]
    if (plain !== undefined) {
      changes.add('parentheticals')
      isChanged = true
    }
    afterRemoval = addLine(repaired, plain ?? line, afterRemoval)
  }
  return isChanged ? repaired : lines
}

/** Whether a line starts a scene, a transition or a speech. */
function startsElement(line: string, next: string | undefined): boolean {
  if (line.length > MAX_MARKUP_LENGTH) return false
  return standsAlone(line) || isCue(line, next)
}

function standsAlone(line: string): boolean {
  return line.length <= MAX_MARKUP_LENGTH && (isHeadingLine(line) || transition.test(line.trim()))
}

function isCue(line: string, next: string | undefined): boolean {
  const text = line.trim()
  if (text.length > 40 || isBlank(next) || ending.test(text.replace(/\.$/, 'x'))) return false
  if (!/^\p{Lu}[^\p{Ll}"“(]*(?:\([^()]*\)\s*)*\^?$/u.test(text) || !isCharacter(text)) return false
  return !isCharacter((next ?? '').trim()) && !text.endsWith('.')
}
