import {
  isHeadingLine,
  plainHeadings,
  isName,
  isSpokenLine,
  isCueLine,
  joinedNames,
  plainNames,
} from './tidy-names.ts'
import {
  isBlank,
  MAX_MARKUP_LENGTH,
  paragraphs,
  type Repair,
  unwrapped,
  type TidyChange,
} from './tidy-repair.ts'
import { isTransition } from '../model/line-reader.ts'
import {
  lacksEmptyLines,
  withEmptyLines,
  withoutRules,
  withoutHtml,
  withoutScriptTags,
  withoutThoughts,
} from './tidy-tags.ts'
import {
  plainDirections,
  plainParentheticals,
  withoutPageLabels,
  spokenLines,
  withoutColons,
} from './tidy-speeches.ts'

const greeting =
  /^(?:sure|certainly|of course|absolutely|okay|ok|great|got it|alright|gladly)(?:[!,.:]|$| thing)/i
const offering =
  /^(?:here(?:['’]s| is| are)|below (?:is|you)|this is|i(?:['’]ve| have) (?:written|rewritten|revised|added|made))\b/i
const aboutScripts =
  /\b(?:script|screenplay|scene|scenes|draft|version|rewrite|revision|dialogue|fountain)\b/i
const farewell =
  /^(?:let me know|would you like|feel free|i hope (?:this|you)|hope (?:this|you)|if you(?:['’]d| would) like|if you want me|shall i|should i|want me to|do you want me|i can (?:also |then )?(?:adjust|change|revise|expand|make|continue|write)|i(?:['’]ve| have)? (?:kept|made|added|changed|written|wrote))\b/i
const listLabel =
  /^(?:key |some )?(?:notes?|changes|revisions|explanation|summary|suggestions|next steps|what changed)(?: made| on [^:]{1,40})?:?$/i
const listed = /^\s*(?:\d{1,3}[.)]|[-*•+])\s/
const rule = /^\s*-{3,}\s*$/

/** Removes chatter around a script: "Sure! Here is your scene:" and "Let me know ...". */
const withoutChatter: Repair = (lines, changes) => {
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
  if (!listLabel.test(unwrapped(lines[from] ?? ''))) return false
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

const fence = /^\s{0,3}`{3,}\s*[\w-]*\s*$/

/** Text inside fences is the script; text outside is chatter, unless it contains scenes too. */
const withoutFences: Repair = (lines, changes) => {
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

type Kind = 'heading' | 'action' | 'character' | 'parenthetical' | 'dialogue' | 'transition'

const kinds: [Kind, RegExp][] = [
  ['heading', /^(?:scene heading|scene|slug ?line|slug|heading)$/i],
  ['action', /^(?:action|action line|description|stage directions?)$/i],
  ['character', /^(?:character|character name|cue|speaker)$/i],
  ['parenthetical', /^(?:parenthetical|wrylie)$/i],
  ['dialogue', /^(?:dialogue|dialog|speech)$/i],
  ['transition', /^transition$/i],
]
const labelled =
  /^\s*(?:[-•+*]\s+)?(?:\*\*|__)?(?:\[(?<inside>[a-z ]{3,16})\]:?|(?<before>[a-z ]{3,16}):?)(?:\*\*|__)?:?\s*(?<text>.*)$/is

/** "Scene Heading: INT. BAR - DAY": the label, and the line without it. */
function labelIn(line: string): { kind: Kind; text: string } | undefined {
  if (line.length > 20 * MAX_MARKUP_LENGTH) return undefined
  const { inside, before, text = '' } = labelled.exec(line)?.groups ?? {}
  const name = (inside ?? before ?? '').trim()
  // The colon may be inside or outside of the emphasis, but there has to be one.
  if (inside === undefined && !/^[^:]{0,25}:/.test(line)) return undefined
  const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0]
  return kind && { kind, text: text.trim() }
}

/** Removes labels that tell the kind of a line, if one is of a heading, or they are of the cues and dialogue of a scene. */
const withoutLabels: Repair = (lines, changes) => {
  const labels = lines.map(labelIn)
  const found = new Set(labels.flatMap((label) => label?.kind ?? []))
  const isHeading = labels.some((label) => label?.kind === 'heading' && isHeadingLine(label.text))
  const areSpeeches = found.has('character') && found.has('dialogue') && lines.some(isHeadingLine)
  if (!isHeading && !areSpeeches) return lines
  changes.add('labels')
  const repaired: string[] = []
  let isSpeaking = false
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const label = labels[index]
    if (!label) {
      if (!isBlank(line)) isSpeaking = isSpeaking && !isBlank(repaired.at(-1))
      repaired.push(line)
      continue
    }
    const { kind } = label
    const isAbove = label.text === '' && !isBlank(lines[index + 1]) && !labels[index + 1]
    if (isAbove) index += 1
    const text = isAbove ? (lines[index] ?? '').trim() : label.text
    const continues: boolean = isSpeaking && (kind === 'parenthetical' || kind === 'dialogue')
    if (continues) repaired.length = repaired.findLastIndex((each) => !isBlank(each)) + 1
    else if (repaired.length > 0 && !isBlank(repaired.at(-1))) repaired.push('')
    if (text !== '') repaired.push(written(kind, text))
    isSpeaking = kind === 'character' || continues
  }
  return repaired
}

function written(kind: Kind, text: string): string {
  if (kind === 'heading')
    return isHeadingLine(text) || /^[^\p{L}\p{N}]/u.test(text) ? text : `.${text}`
  if (kind === 'character') return /[*_:]/.test(text) ? text : text.toUpperCase()
  if (kind === 'parenthetical') return /^[([*_]/.test(text) ? text : `(${text})`
  return kind === 'transition' && !isTransition(text) && !text.startsWith('>') ? `> ${text}` : text
}

const marker = /^\s*(?:[-*•+–]|\d{1,3}[.)])\s+(?=\S)/

const withoutMarker = (line: string): string => line.replace(marker, '')
const isListedSpeech = (line: string): boolean =>
  marker.test(line) && isSpokenLine(withoutMarker(line))

/**
 * Removes the marks of a list from a script that is one, and from speeches. Other lists stay: a montage is one
 * too.
 */
const withoutListMarks: Repair = (lines, changes) => {
  const filled = lines.filter((line) => !isBlank(line))
  const isScript =
    filled.length >= 3 && filled.every((line) => marker.test(line)) && filled.some(isHeadingLine)
  const areSpeeches = filled.filter(isListedSpeech).length >= 2 && filled.some(isHeadingLine)
  if (!isScript && !areSpeeches) return lines
  changes.add('lists')
  return lines.map((line) => (isScript || isListedSpeech(line) ? withoutMarker(line) : line))
}

const quoteMark = /^\s*>(?!.*<\s*$)\s?/

const unquoted = (line: string): string => line.replace(quoteMark, '')

/** Removes the marks of a Markdown block quote, which are transitions in Fountain, from scenes and speeches. */
const withoutQuoteMarks: Repair = (lines, changes) => {
  const isScene = lines.some((line) => quoteMark.test(line) && isHeadingLine(unquoted(line)))
  let isSpeech = false
  const repaired = lines.map((line, index) => {
    const isQuoted = quoteMark.test(line)
    isSpeech = isQuoted && (isSpeech || isCueLine(lines, index - 1)) && /\p{Ll}/u.test(line)
    return isQuoted && (isScene || isSpeech) ? unquoted(line) : line
  })
  if (repaired.every((line, index) => line === lines[index])) return lines
  changes.add('block-quotes')
  return repaired.map((line) => (isBlank(line) ? '' : line))
}

/** After a low opening quotation mark, curly ones are the correct closing marks. */
const lowQuote = /[„‚]/
const curlyQuote = /[“”‟‘’‛]/

function straightQuotes(text: string): string {
  if (!curlyQuote.test(text) || lowQuote.test(text)) return text
  return text.replace(/[“”‟]/g, '"').replace(/[‘’‛]/g, "'")
}

/** Each repair fixes one kind of damage and leaves everything else alone. */
const repairs: Repair[] = [
  withoutThoughts,
  withoutHtml,
  withoutQuoteMarks,
  withoutFences,
  withoutChatter,
  withoutRules,
  withoutPageLabels,
  withoutLabels,
  withoutListMarks,
  plainHeadings,
  plainParentheticals,
  plainNames,
  joinedNames,
]
const nobody: ReadonlySet<string> = new Set()
const MAX_ROUNDS = 8

type TidyOptions = {
  /** Who speaks in the script, in capitals. */
  names?: ReadonlySet<string>
  /** Curly quotes stay as they are. */
  keepsQuotes?: boolean
  /** The answer's own tags have been read, so what looks like one is text. */
  keepsTags?: boolean
}

/**
 * Repairs a model's almost-Fountain answer: Markdown, chatter around the script, missing empty lines.
 * Valid Fountain is returned unchanged. Reports what it changed as codes.
 */
export function tidy(
  text: string,
  { names = nobody, keepsQuotes = false, keepsTags = false }: TidyOptions = {},
): { text: string; changes: TidyChange[] } {
  const changes = new Set<TidyChange>()
  const before = text.split(/\r\n|\r|\n/)
  const named = [withoutColons(names), spokenLines(names)]
  const all = [withoutScriptTags(keepsTags), ...repairs, ...named, plainDirections]
  const lines = repairAll(before, all, changes)
  const isSame = lines.length === before.length && lines.every((line, at) => line === before[at])
  const repaired = isSame ? text : lines.join('\n')
  const quoted = keepsQuotes ? repaired : straightQuotes(repaired)
  if (quoted !== repaired) changes.add('quotes')
  return isSame && quoted === text ? { text, changes: [] } : { text: quoted, changes: [...changes] }
}

/** Repeats the repairs until nothing changes; if they never converge, returns the original lines. */
function repairAll(before: string[], all: readonly Repair[], changes: Set<TidyChange>): string[] {
  let lines = before
  let isDamaged = lacksEmptyLines(lines)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const start = lines
    for (const repair of all) lines = repair(lines, changes)
    isDamaged ||= lines !== start
    if (isDamaged) lines = withEmptyLines(lines, changes)
    if (lines === start) return lines
  }
  changes.clear()
  return before
}
