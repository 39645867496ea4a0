import type { Screenplay } from '../model/elements.ts'
import { plainText } from '../model/emphasis.ts'
import { characterName } from '../model/character-name.ts'
import { firstStartingAt } from '../model/reparse.ts'
import { type PendingType, lineAt } from './edit.ts'
import { elementAt, elementWith } from './element-at.ts'
import { isTransition } from '../model/line-reader.ts'

const introPattern = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]\s*/i
const dash = /\s[-–—]+\s/g

/** How long the intro of a heading is, with the dot and space after it. */
export const introLength = (heading: string): number => introPattern.exec(heading)?.[0].length ?? 0

/** The end of the last dash between spaces; -1 if there is none. */
function lastDashEnd(text: string): number {
  let end = -1
  for (const { index, 0: found } of text.matchAll(dash)) end = index + found.length
  return end
}

/** "INT. HOUSE - KITCHEN - DAY": the time is what follows the last dash. */
function splitHeading(heading: string): { location: string; time: string } {
  const place = heading.slice(introLength(heading)).trim()
  const end = lastDashEnd(place)
  if (end < 0) return { location: place, time: '' }
  const before = place.slice(0, end).trimEnd()
  return { location: before.replace(/[-–—]+$/, '').trimEnd(), time: place.slice(end) }
}

/** The words of a script that can be completed; each list has the most frequent first. */
type Vocabulary = {
  /** The parts of a location, "HOUSE" and "HOUSE - KITCHEN". */
  locations: string[]
  times: string[]
  characters: string[]
  extensions: string[]
  transitions: string[]
}

const known = new WeakMap<Screenplay, Vocabulary>()

function vocabularyOf(screenplay: Screenplay): Vocabulary {
  const vocabulary = known.get(screenplay) ?? readVocabulary(screenplay)
  known.set(screenplay, vocabulary)
  return vocabulary
}

type Counts = Map<string, number>

/** Only distinct texts are taken apart: a script has thousands of cues and few names. */
function readVocabulary({ elements }: Screenplay): Vocabulary {
  const texts: Record<'character' | 'scene-heading' | 'transition', Counts> = {
    character: new Map(),
    'scene-heading': new Map(),
    transition: new Map(),
  }
  for (const { type, text } of elements) {
    if (type === 'character' || type === 'scene-heading' || type === 'transition') {
      add(texts[type], text, 1)
    }
  }
  const [characters, extensions, locations, times, transitions] = Array.from(
    { length: 5 },
    (): Counts => new Map(),
  ) as [Counts, Counts, Counts, Counts, Counts]
  for (const [text, count] of texts.character) {
    add(characters, characterName(text), count)
    for (const [extension] of plainText(text).matchAll(/\([^()]+\)/g)) {
      add(extensions, extension, count)
    }
  }
  for (const [text, count] of texts['scene-heading']) {
    const { location, time } = splitHeading(plainText(text))
    add(locations, location, count)
    add(times, time, count)
  }
  for (const [text, count] of texts.transition) add(transitions, plainText(text), count)
  return {
    characters: byFrequency(characters),
    extensions: byFrequency(extensions),
    locations: byFrequency(locations),
    times: byFrequency(times),
    transitions: byFrequency(transitions),
  }
}

function add(counts: Counts, text: string, count: number): void {
  if (text !== '') counts.set(text, (counts.get(text) ?? 0) + count)
}

const byFrequency = (counts: Counts): string[] =>
  [...counts].toSorted(([, one], [, other]) => other - one).map(([text]) => text)

/** Likely speakers at an offset: the last but one, then this scene's by recency, then all by frequency. */
function likelySpeakers(screenplay: Screenplay, offset: number): string[] {
  const { elements } = screenplay
  const recent = new Set<string>()
  for (let at = firstStartingAt(elements, offset) - 1; at >= 0; at -= 1) {
    const element = elements[at]
    if (!element || element.type === 'scene-heading') break
    if (element.type === 'character') recent.add(characterName(element.text))
  }
  const [last, lastButOne, ...others] = recent
  const first = [lastButOne, last].filter((name) => name !== undefined)
  return [...new Set([...first, ...others, ...vocabularyOf(screenplay).characters])].filter(Boolean)
}

type Completion = {
  text: string
  kind: 'intro' | 'location' | 'time' | 'character' | 'extension' | 'transition'
}

/** What can replace `from` to `to`, the likeliest first. */
type Completions = { from: number; to: number; options: Completion[] }

const MAX_OPTIONS = 50
/** On an action line, completions are offered only after this many capital letters. */
const MIN_LETTERS = 2

const intros = ['INT. ', 'EXT. ', 'INT./EXT. ', 'EXT./INT. ', 'I/E. ', 'EST. ']
const times = [
  'DAY',
  'NIGHT',
  'MORNING',
  'EVENING',
  'AFTERNOON',
  'DAWN',
  'DUSK',
  'LATER',
  'CONTINUOUS',
  'MOMENTS LATER',
  'SAME',
]
const extensions = ['(V.O.)', '(O.S.)', '(O.C.)']
/** Printing adds it automatically, so it is offered only once the writer has typed more than the bracket. */
const CONTINUED = "(CONT'D)"
const transitions = [
  'CUT TO:',
  'DISSOLVE TO:',
  'SMASH CUT TO:',
  'MATCH CUT TO:',
  'JUMP CUT TO:',
  'FADE TO:',
  'FADE IN:',
  'FADE OUT.',
  'FADE TO BLACK.',
]

type Line = { screenplay: Screenplay; start: number; typed: string }

/** Completions for what was typed up to here, at the end of a line; null if there are none. */
export function completionsAt(
  screenplay: Screenplay,
  offset: number,
  pending?: PendingType,
): Completions | null {
  const { source } = screenplay
  const { start, end } = lineAt(source, offset)
  const rest = source.slice(offset, end).trim()
  if (rest !== '' && rest !== ')') return null
  const line = { screenplay, start, typed: source.slice(start, offset) }
  const read = optionsFor.get(elementAt(screenplay, offset, pending))
  if (!read) return null
  const { from, options } = read(line)
  const typed = source.slice(from, offset).trimStart()
  const matching = matches(options, typed)
  if (matching.length === 0) return null
  return { from: offset - typed.length, to: rest === '' ? offset : end, options: matching }
}

type Options = { from: number; options: Completion[] }

function inHeading({ screenplay, start, typed }: Line): Options {
  const mark = /^\s*\.?(?=[\p{L}\p{N}])/u.exec(typed)?.[0].length ?? 0
  const heading = typed.slice(mark)
  const intro = introLength(heading)
  const isForced = typed.trimStart().startsWith('.')
  if (intro === 0 && !isForced) return { from: start, options: listed('intro', intros) }
  const place = heading.slice(intro)
  const from = start + mark + intro
  const { locations, times: own } = vocabularyOf(screenplay)
  const dashEnd = lastDashEnd(place)
  if (dashEnd < 0) return { from, options: printed('location', locations) }
  const parts = locations
    .filter((location) => location.toUpperCase().startsWith(place.slice(0, dashEnd).toUpperCase()))
    .map((location) => location.slice(dashEnd))
  const options = [...printed('location', parts), ...printed('time', [...own, ...times])]
  return { from: from + dashEnd, options }
}

function inCue({ screenplay, start, typed }: Line): Options {
  const bracket = typed.lastIndexOf('(')
  const name = typed.replace(/^\s*@?/, '')
  const mark = typed.length - name.length
  if (bracket > 0) {
    const asked = typed.length > bracket + 1 ? [CONTINUED] : []
    const own = vocabularyOf(screenplay).extensions.filter((text) => text !== CONTINUED)
    return {
      from: start + bracket,
      options: listed('extension', [...own, ...extensions, ...asked]),
    }
  }
  const speakers = likelySpeakers(screenplay, start)
  return { from: start + mark, options: listed('character', speakers) }
}

function inTransition({ screenplay, start, typed }: Line): Options {
  const mark = /^\s*>?\s*/.exec(typed)?.[0].length ?? 0
  const own = vocabularyOf(screenplay).transitions
  return { from: start + mark, options: listed('transition', [...own, ...transitions]) }
}

/** A new paragraph in capitals may become a heading, a cue or a transition. */
function inAction({ screenplay, start, typed }: Line): Options {
  const text = typed.trim()
  const isCapitals = text === text.toUpperCase() && text !== text.toLowerCase()
  const element = elementWith(screenplay, start)
  if (!isCapitals || text.length < MIN_LETTERS || element?.start !== start) {
    return { from: start, options: [] }
  }
  const natural = [...vocabularyOf(screenplay).transitions, ...transitions].filter(isTransition)
  const options = [
    ...listed('intro', intros),
    ...listed('character', likelySpeakers(screenplay, start)),
    ...listed('transition', natural),
  ]
  return { from: start, options }
}

const optionsFor = new Map<ReturnType<typeof elementAt>, (line: Line) => Options>([
  ['scene-heading', inHeading],
  ['character', inCue],
  ['transition', inTransition],
  ['action', inAction],
])

const listed = (kind: Completion['kind'], texts: readonly string[]): Completion[] =>
  texts.map((text) => ({ text, kind }))

/** In capitals, as headings are printed. */
const printed = (kind: Completion['kind'], texts: readonly string[]): Completion[] =>
  listed(
    kind,
    texts.map((text) => text.toUpperCase()),
  )

/** The options that begin with what was typed and add to it, each once. */
function matches(options: readonly Completion[], typed: string): Completion[] {
  const wanted = typed.toUpperCase()
  const found = new Map<string, Completion>()
  for (const option of options) {
    const text = option.text.toUpperCase()
    if (found.size === MAX_OPTIONS) break
    if (text !== wanted && text.startsWith(wanted) && !found.has(text)) found.set(text, option)
  }
  return [...found.values()]
}
