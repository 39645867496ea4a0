import { isHeadingLine } from './headings.ts'
import { isBlank, type Repair } from './repair.ts'

const fence = /^\s{0,3}`{3,}\s*[\w-]*\s*$/

/** Text inside fences is the script; text outside is chatter, unless it contains scenes too. */
export const withoutFences: Repair = (lines, changes) => {
  if (!lines.some((line) => fence.test(line))) return lines
  changes.add('fences')
  const inside: string[] = []
  const outside: string[] = []
  const all: string[] = []
  let isInside = false
  for (const line of lines) {
    if (fence.test(line)) {
      isInside = !isInside
      if (isInside && inside.length > 0) inside.push('')
      continue
    }
    all.push(line)
    ;(isInside ? inside : outside).push(line)
  }
  const hasChatter = outside.some((line) => !isBlank(line))
  if (inside.every(isBlank) || outside.some(isHeadingLine)) return all
  if (hasChatter) changes.add('chatter')
  return trimBlankLines(inside)
}

function trimBlankLines(lines: string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line))
  const last = lines.findLastIndex((line) => !isBlank(line))
  return lines.slice(first, last + 1)
}
