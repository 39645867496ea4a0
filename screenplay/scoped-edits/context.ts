import { ownLines } from '../answer/placeholder.ts'
import type { Screenplay } from '../elements.ts'
import { parse } from '../parse.ts'
import { type Locks, locksOf } from '../production/lock-entry.ts'
import { withoutPageMarks } from '../production/page-marks.ts'
import { characterName } from '../statistics/character-name.ts'
import { lineBreakOf } from './line-breaks.ts'
import { type NumberedScene, numberedScenes, openingOf } from './numbered-scenes.ts'
import type { AnswerInput, TextRange } from './types.ts'

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
