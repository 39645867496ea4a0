import { isHeadingLine } from './headings.ts'
import { isName } from './names.ts'
import { isBlank, MAX_MARKUP_LENGTH, paragraphs, type Repair, unwrapped } from './repair.ts'

const greeting =
  /^(?:sure|certainly|of course|absolutely|okay|ok|great|got it|alright|gladly)(?:[!,.:]|$| thing)/i
const offering =
  /^(?:here(?:['’]s| is| are)|below (?:is|you)|this is|i(?:['’]ve| have) (?:written|rewritten|revised|added|made))\b/i
const aboutScripts =
  /\b(?:script|screenplay|scene|scenes|draft|version|rewrite|revision|dialogue|fountain)\b/i
const farewell =
  /^(?:let me know|would you like|feel free|i hope (?:this|you)|hope (?:this|you)|if you(?:['’]d| would) like|if you want me|shall i|should i|want me to|do you want me|i can (?:also |then )?(?:adjust|change|revise|expand|make|continue|write)|i(?:['’]ve| have)? (?:kept|made|added|changed|written|wrote))\b/i
const label =
  /^(?:key |some )?(?:notes?|changes|revisions|explanation|summary|suggestions|next steps|what changed)(?: made| on [^:]{1,40})?:?$/i
const listed = /^\s*(?:\d{1,3}[.)]|[-*•+])\s/
const rule = /^\s*-{3,}\s*$/

/** Removes chatter around a script: "Sure! Here is your scene:" and "Let me know ...". */
export const withoutChatter: Repair = (lines, changes) => {
  if (!lines.some(isHeadingLine)) return lines
  const from = endOfGreeting(lines)
  const to = startOfFarewell(lines)
  if ((from === 0 && to === lines.length) || from >= to) return lines
  if (!lines.slice(from, to).some(isHeadingLine)) return lines
  changes.add('chatter')
  return lines.slice(from, to)
}

function endOfGreeting(lines: string[]): number {
  let end = 0
  for (const { from, to } of paragraphs(lines)) {
    const first = lines[from] ?? ''
    const heading = lines.slice(from, to).findIndex(isHeadingLine)
    const isChatter = isGreeting(first) || (end > 0 && (listed.test(first) || rule.test(first)))
    if (!isChatter || heading === 0) break
    if (heading > 0) return from + heading
    end = to
  }
  while (end > 0 && end < lines.length && isBlank(lines[end])) end += 1
  return end
}

function isGreeting(line: string): boolean {
  const text = line.trim()
  if (text.length > 2 * MAX_MARKUP_LENGTH) return false
  return greeting.test(text) || (offering.test(text) && aboutScripts.test(text))
}

function startOfFarewell(lines: string[]): number {
  const all = paragraphs(lines)
  let start = lines.length
  for (let index = all.length - 1; index > 0; index -= 1) {
    const { from, to } = all[index] ?? { from: 0, to: 0 }
    const first = lines[from] ?? ''
    const core = unwrapped(first)
    const isList = lines.slice(from, to).every((line) => listed.test(line))
    if (farewell.test(core) && !isSpeaker(lines, all[index - 1])) start = from
    else if (isLabel(lines, from, to)) start = from
    else if (!isList && !rule.test(first)) break
  }
  while (start < lines.length && start > 0 && isDivider(lines[start - 1])) start -= 1
  return start
}

/** A label alone may be a sign in the story; followed by a list it is chatter. */
function isLabel(lines: string[], from: number, to: number): boolean {
  if (!label.test(unwrapped(lines[from] ?? ''))) return false
  const below = lines.slice(from + 1, from + 10).find((line) => !isBlank(line))
  return below !== undefined && listed.test(below) && to > from
}

function isDivider(line: string | undefined): boolean {
  return isBlank(line) || rule.test(line ?? '')
}

/** The paragraph may be a cue, separated from its dialogue by an empty line. */
function isSpeaker(lines: string[], paragraph: { from: number; to: number } | undefined): boolean {
  if (!paragraph || paragraph.to - paragraph.from !== 1) return false
  const line = unwrapped(lines[paragraph.from] ?? '')
  return isName(line) && !/\p{Ll}/u.test(line.replace(/\([^()]*\)/g, ''))
}
