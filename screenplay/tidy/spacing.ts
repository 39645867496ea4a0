import { isCharacter } from '../parse/line-kinds.ts'
import { isHeadingLine } from './headings.ts'
import { isName } from './names.ts'
import { addLine, isBlank, MAX_MARKUP_LENGTH, paragraphs, type Repair } from './repair.ts'

const rule = /^\s*(?:-{3,}|\*{3,}|_{3,}|[—⸻]+|(?:\*[ \t]+){2,}\*|(?:-[ \t]+){2,}-)\s*$/
const parenthetical = /^\s*(\*{1,2}|_)(\([^()*_]+\))\1\s*$/
const transition = /^[^\p{Ll}]* TO:$/u
const ending = /[.!?,:;…-]$/

const isRule = (line: string): boolean => line.length <= MAX_MARKUP_LENGTH && rule.test(line)

/**
 * A script of at least four lines with a heading but no empty line has lost its empty lines, and so has a paragraph
 * with a heading and a cue.
 */
export function lacksEmptyLines(lines: string[]): boolean {
  const content = lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)
  if (content.length >= 4 && !content.some(isBlank) && content.some(isHeadingLine)) return true
  return paragraphs(lines).some(({ from, to }) => {
    if (!isHeadingLine(lines[from] ?? '')) return false
    const below = lines.slice(from + 1, to)
    return below.some((line, index) => isName(line) && isCue(line, below[index + 1]))
  })
}

/** Removes lines that are drawn around an answer and between its scenes. */
export const withoutRules: Repair = (lines, changes) => {
  if (!lines.some(isRule) || !lines.some(isHeadingLine)) return lines
  const filled = lines.flatMap((line, index) => (isBlank(line) ? [] : [index]))
  const drawn = new Set(
    filled.filter((index, at) => {
      const isApart = isBlank(lines[index - 1]) && isBlank(lines[index + 1])
      const next = filled[at + 1]
      const isAtEdge = at === 0 || next === undefined || standsAlone(lines[next] ?? '')
      return isApart && isAtEdge && isRule(lines[index] ?? '')
    }),
  )
  const repaired: string[] = []
  let afterRemoval = false
  for (const [index, line] of lines.entries())
    afterRemoval = drawn.has(index) || addLine(repaired, line, afterRemoval)
  if (repaired.length === lines.length) return lines
  changes.add('rules')
  return repaired.slice(repaired.findIndex((line) => !isBlank(line)))
}

/** For damaged text: restores the empty lines Fountain needs and removes horizontal rules. */
export const withEmptyLines: Repair = (lines, changes) => {
  const repaired: string[] = []
  let isChanged = false
  let afterRemoval = false
  for (const [index, line] of lines.entries()) {
    if (isRule(line)) {
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
