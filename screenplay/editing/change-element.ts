import type { Screenplay } from '../model/elements.ts'
import { withoutCaret, isSpeech } from '../model/line-reader.ts'
import {
  contentEndBefore,
  type EmptyLine,
  emptyLineAfter,
  separatedLine,
  typeOfTyped,
  elementWith,
} from './element-at.ts'
import {
  isBlank,
  lineAt,
  lineText,
  type Edit,
  editTo,
  followedBy,
  type Selection,
  lineAfter,
} from './edit.ts'
import {
  bareLine,
  type ElementChoice,
  markedLine,
  inSpeech,
  type Region,
  type RegionLine,
  regionOf,
} from './region.ts'
import { reparse } from '../model/parse.ts'
import { firstStartingAt } from '../model/reparse.ts'
import { applySplices } from '../changes/splices.ts'

/** A changed line: its old and new offset, and how much is before its text in both. */
type Moved = { from: number; to: number; oldLead: number; lead: number; length: number }

/** One way to write the region: a text that replaces `start` to `end`. */
type Candidate = { start: number; end: number; text: string; moved: Moved[] }

type Options = { to: ElementChoice; marks: 'none' | 'first' | 'all' }

/** All ways to write the region as another type, those with the least markup first. */
function* candidatesFor(
  screenplay: Screenplay,
  region: Region,
  to: ElementChoice,
): Generator<Candidate> {
  const belows = belowOf(screenplay, region, to)
  const beginnings = beginningsOf(screenplay, region, to)
  for (const marks of ['none', 'first', 'all'] as const) {
    for (const beginning of beginnings) {
      for (const below of belows) {
        const written = writeLines(screenplay, region.lines, { to, marks }, beginning)
        if (!written) return
        yield { ...written, end: region.end, text: written.text + below }
      }
    }
  }
}

type Beginning = { start: number; text: string }

/** What to write before the first line: nothing, a line break, or the cue above with a forcing mark. */
function beginningsOf({ source }: Screenplay, region: Region, to: ElementChoice): Beginning[] {
  const { start, above } = region
  if (needsSpeech(to)) {
    const end = contentEndBefore(source, lineAt(source, start))
    return end === undefined ? [] : [{ start: end, text: '\n' }]
  }
  const unchanged = { start, text: '' }
  if (!above) return [unchanged]
  const separated = { start, text: '\n' }
  if (above.type !== 'character') return [unchanged, separated]
  const cue = source.slice(above.start, start).trimStart()
  return [unchanged, separated, { start: above.start, text: `@${cue}\n` }]
}

const needsSpeech = (to: ElementChoice): boolean => to === 'dialogue' || to === 'parenthetical'

/** What comes between the last line and the one directly below it. */
function belowOf({ source }: Screenplay, region: Region, to: ElementChoice): string[] {
  const { below, cue } = region
  if (!below) return ['']
  const isRestOfSpeech = inSpeech(below) && below.type !== 'character'
  if (isSpeech(to) || !isRestOfSpeech || !cue) return ['', '\n']
  // What is left of the speech needs its cue again; (CONT'D) is added when it is printed.
  return [`\n\n${withoutCaret(source.slice(cue.start, cue.contentEnd).trim())}`]
}

/** Undefined if a line has no text besides its marks. */
function writeLines(
  { source }: Screenplay,
  lines: readonly RegionLine[],
  { to, marks }: Options,
  beginning: Beginning,
): Omit<Candidate, 'end'> | undefined {
  const written: string[] = []
  const moved: Moved[] = []
  let at = beginning.start + beginning.text.length
  const push = (text: string): void => {
    written.push(text)
    at += text.length + 1
  }
  let followsChanged = false
  for (const line of lines) {
    const raw = lineText(source, line)
    const { element } = line
    if (!element) {
      if (!isBlank(source, line) || !needsSpeech(to)) push(raw)
      followsChanged = false
      continue
    }
    if (followsChanged && isParagraph(to)) push('')
    followsChanged = true
    const { type, depth } = element
    const bare = bareLine(raw, type, to)
    if (bare.text.trim() === '') return undefined
    const isForced = marks === 'all' || (marks === 'first' && moved.length === 0)
    const { text, lead } = markedLine(bare.text, { type, to, depth, isForced })
    moved.push({ from: line.start, to: at, oldLead: bare.lead, lead, length: text.length })
    push(text)
  }
  return { start: beginning.start, text: beginning.text + written.join('\n'), moved }
}

const isParagraph = (to: ElementChoice): boolean =>
  to === 'scene-heading' || to === 'character' || to === 'transition'

/** Gives an empty line its marks, or a pending type. Null for speech where no speech can continue. */
export function changeEmptyLine(
  screenplay: Screenplay,
  at: number,
  type: ElementChoice,
): Edit | null {
  const { source } = screenplay
  const joins = type === 'dialogue' || type === 'parenthetical'
  const line = joins ? speechLine(screenplay, at) : separatedLine(source, at)
  if (!line) return null
  switch (type) {
    case 'action':
      return editTo(line.splices, line.at)
    case 'scene-heading':
    case 'character':
    case 'dialogue':
    case 'transition':
      return editTo(line.splices, line.at, type)
    case 'parenthetical':
      return marked(screenplay, line, '(', ')')
    case 'lyrics':
      return marked(screenplay, line, '~')
    case 'centered':
      return marked(screenplay, line, '> ', ' <')
    case 'section':
      return marked(screenplay, line, '# ')
    case 'synopsis':
      return marked(screenplay, line, '= ')
    default:
      return type satisfies never
  }
}

/** Marks on an empty line, with the cursor between them. */
function marked(screenplay: Screenplay, empty: EmptyLine, before: string, after = ''): Edit | null {
  return followedBy(screenplay, editTo(empty.splices, empty.at), ({ source }, at) => {
    const { start, end } = lineAt(source, at)
    return editTo([{ start, end, text: before + after }], start + before.length)
  })
}

/** An empty line in the speech above. */
function speechLine(screenplay: Screenplay, at: number): EmptyLine | undefined {
  const { source } = screenplay
  const line = lineAt(source, at)
  if (typeOfTyped(screenplay, line.start, 'x') === 'dialogue') return { splices: [], at }
  const end = contentEndBefore(source, line)
  if (end === undefined || typeOfTyped(screenplay, end, '\nx') !== 'dialogue') return undefined
  return emptyLineAfter(source, end, 0)
}

/**
 * Changes the type of the selected paragraphs, with the least markup that Fountain needs. For single-line
 * types, only the selected lines of a paragraph change. Null if Fountain cannot express the result: dialogue
 * without a cue, a heading without letters.
 */
export function changeElement(
  screenplay: Screenplay,
  selection: Selection,
  type: ElementChoice,
): Edit | null {
  const { source } = screenplay
  const from = Math.min(selection.anchor, selection.head)
  const to = Math.max(selection.anchor, selection.head)
  if (screenplay.titlePage.some(({ start, contentEnd }) => start <= to && from <= contentEnd)) {
    return null
  }
  if (from === to && isBlank(source, lineAt(source, to))) {
    return changeEmptyLine(screenplay, to, type)
  }
  const region = regionOf(screenplay, from, to, type)
  if (!region) return null
  for (const candidate of candidatesFor(screenplay, region, type)) {
    const splice = { start: candidate.start, end: candidate.end, text: candidate.text }
    const isSame = source.slice(splice.start, splice.end) === splice.text
    const changed = isSame ? screenplay : reparse(screenplay, applySplices(source, [splice]))
    if (!keepsOthers(screenplay, changed, region) || !keepsRest(changed, region, candidate, type))
      continue
    const isPending = type === 'character' && from === to && isUnspoken(changed, candidate)
    if (!isPending && !hasType(changed, candidate, type)) continue
    return {
      splices: isSame ? [] : [splice],
      anchor: newOffset(candidate, selection.anchor),
      head: newOffset(candidate, selection.head),
      ...(isPending && { pending: 'character' as const }),
    }
  }
  return null
}

const hasType = (changed: Screenplay, { moved }: Candidate, type: ElementChoice): boolean =>
  moved.every(({ to }) => elementWith(changed, to)?.type === type)

/** A name that becomes a cue as soon as something is written below it. */
function isUnspoken(changed: Screenplay, { moved }: Candidate): boolean {
  const [cue] = moved
  if (!cue || moved.length > 1 || elementWith(changed, cue.to)?.type !== 'action') return false
  return typeOfTyped(changed, cue.to + cue.length, '\nx') === 'dialogue'
}

/** Whether the elements before and after the region keep their types. */
function keepsOthers(before: Screenplay, after: Screenplay, region: Region): boolean {
  const first = firstStartingAt(before.elements, region.start)
  for (let at = 0; at < first; at += 1) {
    const [old, now] = [before.elements[at]?.type, after.elements[at]?.type]
    // A name without dialogue becomes a cue when it gets its first dialogue.
    const isNewCue = at === first - 1 && old === 'action' && now === 'character'
    if (old !== now && !isNewCue) return false
  }
  const next = firstStartingAt(before.elements, region.end)
  for (let back = 1; back <= before.elements.length - next; back += 1) {
    if (before.elements.at(-back)?.type !== after.elements.at(-back)?.type) return false
  }
  return after.titlePage.length === before.titlePage.length
}

/** Whether the rest of a split paragraph keeps its type; below a new cue it may become dialogue. */
function keepsRest(
  after: Screenplay,
  { below, end }: Region,
  { start, text }: Candidate,
  type: ElementChoice,
): boolean {
  if (!below || below.start >= end || type === 'character') return true
  const newEnd = start + text.length
  const next = lineAfter(after.source, lineAt(after.source, newEnd))
  return next !== undefined && elementWith(after, next.start)?.type === below.type
}

function newOffset({ start, end, text, moved }: Candidate, offset: number): number {
  if (offset > end) return offset + text.length - (end - start)
  const line = moved.findLast(({ from }) => from <= offset)
  if (!line) return Math.min(offset, start + text.length)
  const inText = Math.max(offset - line.from - line.oldLead, 0) + line.lead
  return line.to + Math.min(inText, line.length)
}
