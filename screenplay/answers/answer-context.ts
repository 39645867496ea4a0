import {
  type Element,
  entryKey,
  type Screenplay,
  lineBreakOf,
  FINAL_DRAFT_KEY,
  isUnprintedEntry,
} from '../model/elements.ts'
import { plainText } from '../model/emphasis.ts'
import { parse } from '../model/parse.ts'
import { ownLines } from './scenes.ts'
import { type Locks, locksOf, withoutPageMarks } from '../production/locked-pages.ts'
import { characterName } from '../model/character-name.ts'
import { applySplices } from '../changes/splices.ts'
import { setTitleEntries } from '../model/title-page.ts'

/** Where an edit of an answer belongs. Scenes are named by their id, see `NumberedScene`. */
export type EditPlace =
  /** `<scene id="12">...</scene>` */
  | { kind: 'replace'; id: number }
  /** `<scene after="12">...</scene>` */
  | { kind: 'insert'; after: number }
  /** `<scene id="12" delete="true"/>` */
  | { kind: 'delete'; id: number }
  /** `<script>...</script>` */
  | { kind: 'script' }
  /** `<text>...</text>`: only with a target. */
  | { kind: 'text' }

export type EditFault =
  | 'unknown_scene'
  | 'duplicate_scene'
  | 'unfinished'
  | 'placeholder'
  | 'lost_heading'
  | 'outside_target'
  | 'missing_text'
  | 'bad_tag'
  /** The model replaces a scene that it had not been given. */
  | 'unseen_scene'

export type AppliedEdit = {
  kind: 'replaced' | 'inserted' | 'deleted' | 'script' | 'text'
  /** The id in the old script (for an inserted scene, of the scene it follows); null for script and text. */
  id: number | null
  /** The heading of the new scene, or of the deleted one; empty if there is none. */
  heading: string
  /** The range in the old script. */
  start: number
  end: number
  /** The range of the replacement in the new text, including added empty lines. */
  newStart: number
  newEnd: number
}

/** A range of the script and its replacement. The empty lines around it are added later. */
export type Change = Omit<AppliedEdit, 'newStart' | 'newEnd'> & { text: string }

export type AnswerOutcome =
  | {
      kind: 'changed'
      text: string
      /**
       * What the chat shows: prose and the texts of the edits in order, without tags. For a lone `<script>` exactly
       * its text. Never empty: a deletion is shown as a note that names the heading.
       */
      shown: string
      edits: AppliedEdit[]
      /** Whole texts with the other alternatives, in order; empty unless alternatives were asked for. */
      alternatives: string[]
    }
  | { kind: 'unchanged'; shown: string; reason: 'conversation' | 'refusal' | 'same' | 'empty' }
  | {
      kind: 'faulty'
      shown: string
      fault: EditFault
      /** For the model: what was wrong and what is wanted. */
      explanation: string
    }

/** UTF-16 offsets into the script. */
export type TextRange = { start: number; end: number }

export type AnswerInput = {
  /** What the request was about; may be empty. */
  script: string
  /** What the model wrote. */
  answer: string
  request: string
  /** Nothing outside of it may change. */
  target: TextRange | null
  finish: 'complete' | 'cut_off' | 'stopped'
  /** How many versions of the same place the answer may contain. */
  alternatives?: number
}

/** Why an answer cannot be applied. Stays inside this folder: `applyAnswer` returns it as an outcome. */
export class AnswerFault extends Error {
  readonly fault: EditFault
  /** What was wrong; `explain` adds what is wanted. */
  readonly reason: string

  constructor(fault: EditFault, reason: string) {
    super(fault)
    this.fault = fault
    this.reason = reason
  }
}

const wanted = {
  text: 'Answer again: the complete new text of the given range, and nothing else, in one <text>...</text>.',
  script: 'Answer again: the complete script in one <script>...</script>.',
  scenes:
    'Answer again with all your changes: <scene id="N">the complete new scene, from its heading on</scene> replaces scene N, <scene after="N">a new scene</scene> adds one after scene N, <scene id="N" delete="true"/> deletes scene N. Leave out every scene that does not change. Each tag starts on a line of its own and is closed.',
}

/** For the model: what was wrong, and what is wanted. */
export const explain = (reason: string, kind: keyof typeof wanted): string =>
  `${reason} ${wanted[kind]}`

const anyBreak = /\r\n|[\r\n]/gu

export const withLineBreaks = (text: string, lineBreak: string): string =>
  text.replaceAll(anyBreak, lineBreak)

export const countBreaks = (text: string): number => text.match(anyBreak)?.length ?? 0

/** The white space at the end of a text, and at its start. */
export const gapAfter = (text: string): string => text.slice(text.trimEnd().length)
export const gapBefore = (text: string): string =>
  text.slice(0, text.length - text.trimStart().length)

/** Without the blank lines around it; the first line keeps its indent. */
export const withoutBlankLines = (text: string): string =>
  text.replace(/^(?:[^\S\r\n]*(?:\r\n|[\r\n]))+/u, '').trimEnd()

/** Whether texts are equal, ignoring the kind of line breaks and spaces at the ends of lines. */
export const isSameText = (one: string, other: string): boolean => bare(one) === bare(other)

const bare = (text: string): string =>
  text
    .split(anyBreak)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

/**
 * A scene as the model sees it: ids count from 1 in the order of the script. A section that introduces the next scene
 * belongs to none, so that no edit of a scene takes the title of the next act with it. Id 0 is the text before the
 * first heading, listed only if it is not blank.
 */
export type NumberedScene = { id: number; start: number; end: number; heading: string }

export function numberedScenes(script: string | Screenplay): NumberedScene[] {
  const screenplay = typeof script === 'string' ? parse(script) : script
  const opening = openingOf(screenplay)
  const isBlank = screenplay.source.slice(opening.start, opening.end).trim() === ''
  return isBlank ? scenesBelow(screenplay) : [opening, ...scenesBelow(screenplay)]
}

/** The text before the first heading, even if it is blank; never the byte order mark. */
export function openingOf({ source, elements }: Screenplay): NumberedScene {
  const first = elements.find(({ type }) => type === 'scene-heading')
  const start = source.startsWith('\uFEFF') ? 1 : 0
  return { id: 0, start, end: first?.start ?? source.length, heading: '' }
}

function scenesBelow({ source, elements }: Screenplay): NumberedScene[] {
  const scenes: NumberedScene[] = []
  let last: NumberedScene | undefined
  for (const [index, { type, text, start }] of elements.entries()) {
    if (type !== 'scene-heading') continue
    if (last) last.end = introductionAbove(elements, index) ?? start
    last = { id: scenes.length + 1, start, end: source.length, heading: plainText(text) }
    scenes.push(last)
  }
  if (last) last.end = introductionAbove(elements, elements.length) ?? source.length
  return scenes
}

const introducing = new Set(['section', 'synopsis', 'note', 'boneyard'])

/** Where the sections directly above a scene begin, if there are any. */
export function introductionAbove(elements: readonly Element[], scene: number): number | undefined {
  let first: number | undefined
  for (let at = scene - 1; introducing.has(elements[at]?.type ?? ''); at -= 1) {
    if (elements[at]?.type === 'section') first = elements[at]?.start
  }
  return first
}

/** The script that an answer is about. */
export type Context = {
  /** Without the notes that fix pages. */
  script: string
  /** The script with these notes, and the mapping between both. */
  unmarked: ReturnType<typeof withoutPageMarks>
  screenplay: Screenplay
  request: string
  target: TextRange | null
  lineBreak: string
  locks: Locks
  /** Whether the script has curly quotes, so that new text may have them too. */
  hasCurlyQuotes: boolean
  /** Who speaks in it, in capitals. */
  names: ReadonlySet<string>
  lines: ReadonlySet<string>
  opening: NumberedScene
  /** From 1 on, without the opening. */
  scenes: NumberedScene[]
}

export function contextOf({ script: source, request, target }: AnswerInput): Context {
  const unmarked = withoutPageMarks(source)
  const { text: script } = unmarked
  const screenplay = parse(script)
  return {
    script,
    screenplay,
    request,
    target: unmarked.rangeOf(target),
    unmarked,
    lineBreak: lineBreakOf(script),
    locks: locksOf(screenplay),
    hasCurlyQuotes: /[“”‘’]/u.test(script),
    names: new Set(
      screenplay.elements
        .filter(({ type }) => type === 'character')
        .map(({ text }) => characterName(text)),
    ),
    lines: ownLines(script),
    opening: openingOf(screenplay),
    scenes: numberedScenes(screenplay).filter(({ id }) => id > 0),
  }
}

export const isBlank = (text: string): boolean => text.trim() === ''

const kept = new RegExp(
  `^${FINAL_DRAFT_KEY}:[^\\r\\n]*(?:(?:\\r\\n|[\\r\\n])[ \\t]+\\S[^\\r\\n]*)*(?:\\r\\n|[\\r\\n]|$)`,
  'im',
)

/** The beginning of a script as the model sees it: without the data kept from a Final Draft file. */
export const withoutKept = (text: string): string => text.replace(kept, '')

/** Adds the entries of the old title page that only programs read to a new beginning. */
export function withUnprintedEntries(text: string, { titlePage }: Screenplay): string {
  const after = parse(text)
  const known = new Set(after.titlePage.map(entryKey))
  const missing = titlePage.filter(
    (entry) => isUnprintedEntry(entry) && !known.has(entryKey(entry)),
  )
  const last = after.titlePage.at(-1)
  const entries = [...(last ? [last] : []), ...missing].map(({ key, values }) => ({
    key,
    value: values.join('\n'),
  }))
  return missing.length === 0 ? text : applySplices(text, setTitleEntries(after, entries))
}
