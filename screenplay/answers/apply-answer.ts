import {
  isBlank,
  type Context,
  contextOf,
  withoutBlankLines,
  AnswerFault,
  explain,
  type EditPlace,
  type AnswerInput,
  type AnswerOutcome,
  type AppliedEdit,
  type Change,
} from './answer-context.ts'
import { type AnswerPiece, isEdit, type WrittenEdit, readAnswer } from './answer-reader.ts'
import { isRefusal, isScreenplay, hasMostLines, linesIn, scenesOf } from './scenes.ts'
import { mentionsIn } from './mentions.ts'
import type { Screenplay } from '../model/elements.ts'
import { parse } from '../model/parse.ts'
import { changeOf, outsideTarget, requireNoPlaceholder, scriptText } from './scoped-change.ts'
import { withPageMarks, numbered } from './locked-parts.ts'
import { matchedEdits, spliceChanges } from './matched-scenes.ts'
import { isUntouchedOutside, keepsHeadings } from './verify.ts'

const fence = /^[^\S\r\n]{0,3}`{3,}[^\S\r\n]*[\w-]*[^\S\r\n]*$/gmu

/** What the chat shows of an answer: prose and texts in order, without tags and the fences around them. */
function shownPieces(
  pieces: readonly AnswerPiece[],
  editText: (edit: WrittenEdit) => string,
): string {
  const hasEdits = pieces.some(isEdit)
  const texts = pieces.map((piece) => {
    if (isEdit(piece)) return editText(piece)
    return hasEdits ? piece.prose.replaceAll(fence, '') : piece.prose
  })
  const [only = '', ...others] = texts.filter((text) => !isBlank(text))
  return others.length === 0 ? only : [only, ...others].map(withoutBlankLines).join('\n\n')
}

/** A note that names a deleted scene. */
const deletionNote = (heading: string): string =>
  `[[Deleted: ${heading.replaceAll(/\]{2,}|[\r\n]/gu, ' ').trim() || 'text'}]]`

const editPlaceKey = (place: EditPlace): string =>
  place.kind === 'insert'
    ? `after ${place.after}`
    : 'id' in place
      ? `scene ${place.id}`
      : place.kind

/**
 * The versions of an answer: one, or if alternatives were asked for, as many as the most frequent place has.
 * A place with fewer versions keeps its last text. Without alternatives, several scenes may be added at the
 * same place.
 */
function versionsOf(edits: readonly WrittenEdit[], most: number): WrittenEdit[][] {
  const groups = Map.groupBy(edits, ({ place }) => editPlaceKey(place))
  for (const [key, group] of groups) {
    const mayRepeat = most === 1 && group[0]?.place.kind === 'insert'
    if (group.length <= most || mayRepeat) continue
    const count = most === 1 ? 'more than once' : `more than ${most} times`
    throw new AnswerFault('duplicate_scene', `It gives <${key}> ${count}.`)
  }
  if (most === 1) return [[...edits]]
  const count = Math.max(...[...groups.values()].map(({ length }) => length))
  return Array.from({ length: count }, (_, version) =>
    [...groups.values()].flatMap((group) => group[Math.min(version, group.length - 1)] ?? []),
  )
}

/** Far more than any script has scenes. Limits how long one answer can keep other requests waiting. */
const MAX_EDITS = 2_000
/** Comparing more scenes that have the same heading would take too long. */
const MAX_PAIRS = 10_000

/**
 * Applies an answer to a script: changes exactly what it names, or nothing. Everything outside of the named
 * scenes, or of the target, stays byte for byte. The model does not see the notes that fix pages; they are
 * kept.
 */
export function applyAnswer(input: AnswerInput): AnswerOutcome {
  if (isBlank(input.answer)) return { kind: 'unchanged', shown: input.answer, reason: 'empty' }
  const context = contextOf(input)
  const { pieces, fault } = readAnswer(input.answer)
  try {
    if (fault) throw fault
    if (input.finish !== 'complete') throw new AnswerFault('unfinished', 'It was cut off.')
    return pieces.some(isEdit)
      ? applyTagged(pieces, context, input.alternatives ?? 1)
      : applyUntagged(pieces, context)
  } catch (error) {
    if (!(error instanceof AnswerFault)) throw error
    const shown = shownPieces(pieces, writtenText) || input.answer
    const wanted = input.target ? 'text' : isBlank(input.script) ? 'script' : 'scenes'
    return { kind: 'faulty', shown, fault: error.fault, explanation: explain(error.reason, wanted) }
  }
}

const writtenText = ({ place, text }: WrittenEdit): string =>
  place.kind === 'delete' ? deletionNote(`scene ${place.id}`) : text

function applyTagged(
  pieces: readonly AnswerPiece[],
  context: Context,
  alternatives: number,
): AnswerOutcome {
  const written = pieces.filter(isEdit)
  const kinds = new Set(written.map(({ place }) => place.kind))
  if (kinds.size > 1 && (kinds.has('script') || kinds.has('text'))) {
    throw new AnswerFault('bad_tag', 'It mixes <script> or <text> with other tags.')
  }
  const versions = versionsOf(written, Math.max(1, alternatives))
  const isWhole = isBlank(context.script) || asksForWholeScript(context.request, context.screenplay)
  if (kinds.has('script') && !isWhole) return applyMatched(pieces, written, context)
  return outcome(pieces, versions, context)
}

/** Whether a request asks for the whole script, and so for a `<script>` that replaces it. */
export const asksForWholeScript = (request: string, script: string | Screenplay): boolean =>
  mentionsIn(request, scenesOf(typeof script === 'string' ? parse(script) : script).scenes).all

/** A whole script that was not requested is applied scene by scene. */
function applyMatched(
  pieces: readonly AnswerPiece[],
  [script]: readonly WrittenEdit[],
  context: Context,
): AnswerOutcome {
  const fountain = scriptText(script?.text ?? '', context)
  requireNoPlaceholder(fountain, context)
  return outcome(pieces, [matchedEdits(fountain, context)], context)
}

function applyUntagged(pieces: readonly AnswerPiece[], context: Context): AnswerOutcome {
  const { script, target } = context
  const written = pieces.map((piece) => (isEdit(piece) ? piece.text : piece.prose)).join('')
  const fountain = scriptText(written, context)
  const shown = (reason: 'conversation' | 'refusal') =>
    ({ kind: 'unchanged', shown: written, reason }) as const
  if (!isScreenplay(parse(fountain)) && !keepsText(fountain, context)) {
    if (isRefusal(written)) return shown('refusal')
    if (target) throw new AnswerFault('missing_text', 'It does not contain the new text.')
    return shown('conversation')
  }
  requireNoPlaceholder(fountain, context)
  requireNoTags(fountain, context)
  const only = [{ prose: fountain }]
  if (isBlank(script) || asksForWholeScript(context.request, context.screenplay))
    return outcome(only, [[{ place: { kind: 'script' }, text: fountain }]], context)
  const isWhole = !target || isBlank(script.slice(0, target.start) + script.slice(target.end))
  if (!isWhole) {
    requireOnlyTarget(fountain, context)
    return outcome(only, [[{ place: { kind: 'text' }, text: fountain }]], context)
  }
  const edits = matchedEdits(fountain, context)
  return edits.length === 0 ? shown('conversation') : outcome(only, [edits], context)
}

/** Whether the answer has most of the lines of a script without scenes. */
function keepsText(fountain: string, { script, scenes, target }: Context): boolean {
  const lines = linesIn(script)
  return !target && scenes.length === 0 && lines.size > 0 && hasMostLines(lines, linesIn(fountain))
}

const anyTag = /<\s*(?:\/\s*)?(?:scene|script|text)\b/iu

/** A tag in the middle of a line counts as text, but in an answer without other tags it is a mistake. */
function requireNoTags(fountain: string, { script }: Context): void {
  const own = linesIn(script)
  for (const line of fountain.split(/\r\n|[\r\n]/u)) {
    if (!anyTag.test(line) || [...linesIn(line)].every((words) => own.has(words))) continue
    throw new AnswerFault('bad_tag', 'A tag has to start on a line of its own.')
  }
}

/** Rejects an answer without tags that contains scenes from outside the target. */
function requireOnlyTarget(fountain: string, { screenplay, scenes, target }: Context): void {
  const now = Map.groupBy(scenesOf(parse(fountain)).scenes, ({ heading }) => heading)
  const linesNow = new Map<string, ReadonlySet<string>[]>()
  let pairs = 0
  for (const scene of scenesOf(screenplay).scenes) {
    const { start = 0, end = 0 } = scenes[scene.position - 1] ?? {}
    const others = now.get(scene.heading)
    if (!others || !target || (start < target.end && end > target.start)) continue
    const linesOfOthers = linesNow.get(scene.heading) ?? others.map(({ text }) => linesIn(text))
    linesNow.set(scene.heading, linesOfOthers)
    pairs += others.length
    const lines = linesIn(scene.text)
    const isThere = linesOfOthers.some((other) => hasMostLines(lines, other))
    if (isThere || pairs > MAX_PAIRS) throw outsideTarget()
  }
}

/** The outcome of valid edits; the first version is the one that is applied. */
function outcome(
  pieces: readonly AnswerPiece[],
  versions: readonly (readonly WrittenEdit[])[],
  context: Context,
): AnswerOutcome {
  const all = versions.flat()
  if (all.length > MAX_EDITS)
    throw new AnswerFault('bad_tag', `It changes more than ${MAX_EDITS} scenes.`)
  const changes = new Map<WrittenEdit, Change | null>()
  for (const edit of all) {
    if (!changes.has(edit)) changes.set(edit, changeOf(edit, context))
  }
  const results = versions
    .map((edits) => edits.flatMap((edit) => changes.get(edit) ?? []))
    .map((some) => applied(some, context))
    .filter(({ text }) => text !== context.unmarked.source)
  const editText = (edit: WrittenEdit): string => {
    const change = changes.get(edit)
    if (change === undefined) return writtenText(edit)
    if (change === null) return ''
    return change.kind === 'deleted' || isBlank(change.text)
      ? deletionNote(change.heading)
      : change.text
  }
  const [first, ...others] = results
  if (!first) {
    return { kind: 'unchanged', shown: shownPieces(pieces, writtenText), reason: 'same' }
  }
  const texts = new Set(others.map(({ text }) => text))
  texts.delete(first.text)
  return {
    kind: 'changed',
    ...first,
    shown: shownPieces(pieces, editText),
    alternatives: [...texts],
  }
}

/** Applies changes, and makes sure that nothing else is different. */
function applied(
  changes: readonly Change[],
  { script, screenplay, target, lineBreak, locks, unmarked }: Context,
): { text: string; edits: AppliedEdit[] } {
  const { text, edits } = spliceChanges(script, changes, lineBreak)
  if (!isUntouchedOutside(script, text, edits, target)) throw outsideTarget()
  if (!keepsHeadings(screenplay, text, edits)) {
    throw new AnswerFault(
      'outside_target',
      'It would change scenes that it does not name: close every comment, and leave none open that the scene has closed.',
    )
  }
  const made = locks.sceneNumbers ? numbered({ text, edits }) : { text, edits }
  return withPageMarks(unmarked, made)
}
