import type { Screenplay } from '../../elements.ts'
import { withoutCaret } from '../../parse/line-kinds.ts'
import { isSpeech } from '../../parse/speech.ts'
import { contentEndBefore } from '../empty-line.ts'
import { isBlank, lineAt, textOf } from '../lines.ts'
import { bareLine, type ElementChoice, markedLine } from './line-text.ts'
import { inSpeech, type Region, type RegionLine } from './region.ts'

/** A changed line: its old and new offset, and how much is before its text in both. */
type Moved = { from: number; to: number; oldLead: number; lead: number; length: number }

/** One way to write the region: a text that replaces `start` to `end`. */
export type Candidate = { start: number; end: number; text: string; moved: Moved[] }

type Options = { to: ElementChoice; marks: 'none' | 'first' | 'all' }

/** All ways to write the region as another type, those with the least markup first. */
export function* candidatesFor(
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
    const raw = textOf(source, line)
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
