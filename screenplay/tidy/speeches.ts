import { hasPlaceholder } from '../answer/placeholder.ts'
import type { Screenplay } from '../elements.ts'
import { parse } from '../parse.ts'
import { isName } from './names.ts'
import { addLine, isBlank, MAX_MARKUP_LENGTH, type Repair } from './repair.ts'

const emphasised = /^\s*(\*{1,2}|_)\(([^()*_]+)\)\1\s*$/
const bracketed = /^\s*\[([^[\]]{1,60})\]\s*$/
/** A few words in italics right below a name. */
const italic = /^\s*([*_])(\p{Ll}[^*_.!?…]{1,40})\1\s*$/u
const namedInBrackets =
  /^(\s*(?:\*\*|__)?[^[\]:]{2,60}?)\s*\[([^[\]]{1,60})\](?=(?:\*\*|__)?\s*(?::|$))/
const pageLabel = /^\s*(?:\(MORE\)|\(CONTINUED\)|CONTINUED:(?: \(\d{1,3}\))?)\s*$/
const direction = /^([*_])([^*_]+)\1$|^\[(\p{Lu}[^[\]]*[.!?…])\]$/su

const none: ReadonlySet<string> = new Set()
const isPlaceholder = (line: string): boolean => hasPlaceholder(parse(line), none)

/** Converts "[quietly]", "*quietly*" and "*(quietly)*" in a speech to parentheticals. */
export const plainParentheticals: Repair = (lines, changes) => {
  if (!lines.some((line) => /\[|^\s*[*_]/.test(line))) return lines
  const repaired = lines.map((line, index) => {
    if (line.length > MAX_MARKUP_LENGTH) return line
    const [, name = '', aside = ''] = namedInBrackets.exec(line) ?? []
    if (aside !== '' && isName(name.replaceAll(/\*\*|__/g, '')) && /\p{Lu}/u.test(name)) {
      const rest = line.slice(line.indexOf(']') + 1)
      if (rest.includes(':') || !isBlank(lines[index + 1])) return `${name} (${aside})${rest}`
    }
    return line
  })
  const spoken = speechLines(parse(repaired.join('\n')))
  for (const [index, line] of repaired.entries()) {
    const place = spoken.get(index)
    if (place === undefined || line.length > MAX_MARKUP_LENGTH) continue
    const isFirst = place === 'first' && spoken.has(index + 1)
    const text =
      emphasised.exec(line)?.[2] ??
      (bracketed.test(line) && !isPlaceholder(line) ? bracketed.exec(line)?.[1] : undefined) ??
      (isFirst ? italic.exec(line)?.[2] : undefined)
    if (text !== undefined) repaired[index] = `(${text.trim()})`
  }
  if (repaired.every((line, index) => line === lines[index])) return lines
  changes.add('parentheticals')
  return repaired
}

/** The lines of dialogue, and whether they are right below the cue. */
function speechLines({ source, elements }: Screenplay): Map<number, 'first' | 'later'> {
  const found = new Map<number, 'first' | 'later'>()
  for (const [index, { type, line, start, contentEnd }] of elements.entries()) {
    if (type !== 'dialogue' && type !== 'parenthetical') continue
    const isFirst = elements[index - 1]?.type === 'character'
    const count = source.slice(start, contentEnd).split('\n').length
    for (let at = 0; at < count; at += 1)
      found.set(line - 1 + at, isFirst && at === 0 ? 'first' : 'later')
  }
  return found
}

const isPageLabel = (line: string): boolean =>
  line.length <= MAX_MARKUP_LENGTH && pageLabel.test(line)

/** Removes what programs print at the end and the beginning of pages. */
export const withoutPageLabels: Repair = (lines, changes) => {
  const repaired: string[] = []
  let afterRemoval = false
  for (const line of lines)
    afterRemoval = isPageLabel(line) || addLine(repaired, line, afterRemoval)
  if (repaired.length === lines.length) return lines
  changes.add('page-labels')
  return repaired
}

/** Removes italics or brackets around stage directions, if all action is written that way. */
export const plainDirections: Repair = (lines, changes) => {
  if (!lines.some((line) => /^\s*[*_[]/.test(line))) return lines
  const source = lines.join('\n')
  const actions = parse(source).elements.filter(({ type }) => type === 'action')
  if (!actions.every(({ text }) => /^\s*[*_[]/.test(text))) return lines
  const plain = actions.map(({ start, contentEnd }) => {
    const text = source.slice(start, contentEnd)
    const [, , italics, brackets] = direction.exec(text.trim()) ?? []
    const found = italics ?? brackets
    return found === undefined || isPlaceholder(text) ? undefined : found
  })
  const least = changes.size > 0 ? 1 : 2
  if (plain.length < least || plain.includes(undefined)) return lines
  changes.add('directions')
  let at = 0
  let text = ''
  for (const [index, { start, contentEnd }] of actions.entries()) {
    text += source.slice(at, start) + (plain[index] ?? '')
    at = contentEnd
  }
  return (text + source.slice(at)).split('\n')
}
