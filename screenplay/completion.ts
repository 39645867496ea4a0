import type { PendingType } from './edit.ts'
import { elementAt, elementWith } from './editing/flow/element-at.ts'
import { lineAt } from './editing/lines.ts'
import { introLength, lastDashEnd } from './editing/completion/heading-parts.ts'
import { likelySpeakers } from './editing/completion/speakers.ts'
import { vocabularyOf } from './editing/completion/vocabulary.ts'
import type { Screenplay } from './elements.ts'
import { isTransition } from './parse/line-kinds.ts'

type Completion = {
  text: string
  kind: 'intro' | 'location' | 'time' | 'character' | 'extension' | 'transition'
}

/** What can replace `from` to `to`, the likeliest first. */
export type Completions = { from: number; to: number; options: Completion[] }

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
  const dash = lastDashEnd(place)
  if (dash < 0) return { from, options: printed('location', locations) }
  const parts = locations
    .filter((location) => location.toUpperCase().startsWith(place.slice(0, dash).toUpperCase()))
    .map((location) => location.slice(dash))
  const options = [...printed('location', parts), ...printed('time', [...own, ...times])]
  return { from: from + dash, options }
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
