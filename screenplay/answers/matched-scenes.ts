import { hasMostLines, matchScenes, linesIn, type Scene, scenesOf } from './scenes.ts'
import { mentionsIn } from './mentions.ts'
import type { Screenplay } from '../model/elements.ts'
import { parse } from '../model/parse.ts'
import {
  type Context,
  isBlank,
  AnswerFault,
  introductionAbove,
  numberedScenes,
  openingOf,
  withoutKept,
  countBreaks,
  gapAfter,
  type AppliedEdit,
  type Change,
} from './answer-context.ts'
import type { WrittenEdit } from './answer-reader.ts'

/** If less than this share is left of scenes that were not to change, the answer is a summary of them. */
const MIN_REMAINING = 0.2
const SHORT_SCRIPT = 2_000
/** Comparing more scenes of one heading with each other would take too long. */
const MAX_PAIRS = 10_000

/**
 * The edits in Fountain without tags: its scenes replace those with the same heading, and new scenes are
 * inserted after the scene that they follow. Scenes that it does not contain stay.
 */
export function matchedEdits(fountain: string, context: Context): WrittenEdit[] {
  const answer = parse(fountain)
  const old = scenesOf(context.screenplay).scenes
  const now = scenesOf(answer).scenes
  const idOf = matchedIds(old, now)
  requireNoSummary(old, now, idOf, context)
  const edits: WrittenEdit[] = []
  if (replacesOpening(answer, context)) {
    const { start, end } = openingOf(answer)
    edits.push({ place: { kind: 'replace', id: 0 }, text: fountain.slice(start, end) })
  }
  const matched = now.map((scene) => idOf.get(scene))
  let last = matched.find((id) => id !== undefined)
  let after = last === undefined ? old.length : last - 1
  const first = answer.elements.findIndex(({ type }) => type === 'scene-heading')
  let done = introductionAbove(answer.elements, first) ?? openingOf(answer).end
  for (const { id: position, start, end } of numberedScenes(answer)) {
    if (position === 0) continue
    last = matched[position - 1]
    if (last === undefined) {
      // Include the section that introduces the new scene.
      edits.push({ place: { kind: 'insert', after }, text: fountain.slice(done, end) })
    } else {
      after = last
      const isEmptied = now[position - 1]?.text === '' && old[last - 1]?.text !== ''
      // A heading without text means that the scene is unchanged.
      if (!isEmptied)
        edits.push({ place: { kind: 'replace', id: last }, text: fountain.slice(start, end) })
    }
    done = end
  }
  return edits
}

/** The id of each scene's counterpart in the script. */
function matchedIds(old: readonly Scene[], now: readonly Scene[]): Map<Scene, number> {
  const ids = new Map<Scene, number>()
  const fresh = new Set<Scene>()
  const groups = Map.groupBy(old, ({ heading }) => heading)
  for (const [heading, others] of Map.groupBy(now, (scene) => scene.heading)) {
    const scenes = groups.get(heading) ?? []
    if (scenes.length === 0 || scenes.length === others.length) continue
    const { pairs, left } = pairByLines(scenes, others)
    for (const [scene, other] of pairs) ids.set(other, scene.position)
    for (const other of left) fresh.add(other)
  }
  const taken = new Set(ids.values())
  const { kept } = matchScenes(
    old.filter(({ position }) => !taken.has(position)),
    now.filter((scene) => !ids.has(scene) && !fresh.has(scene)),
  )
  for (const { scene, now: other } of kept) ids.set(other, scene.position)
  return ids
}

const unclear = (scenes: number) =>
  new AnswerFault(
    'unknown_scene',
    `The script has ${scenes} scenes with the heading of one of yours, and it is not clear which one is meant.`,
  )

/** If the number of scenes with a heading has changed, pairs them by their lines, then by their order. */
function pairByLines(scenes: readonly Scene[], others: readonly Scene[]) {
  if (scenes.length * others.length > MAX_PAIRS) throw unclear(scenes.length)
  const free = new Map(scenes.map((scene) => [scene, linesIn(scene.text)]))
  const pairs = new Map<Scene, Scene>()
  const left: Scene[] = []
  for (const other of others) {
    const lines = linesIn(other.text)
    const [same] = [...free].find(([, old]) => hasMostLines(old, lines)) ?? []
    if (same) pairs.set(same, other)
    else left.push(other)
    if (same) free.delete(same)
  }
  if (free.size > left.length && left.length > 0) throw unclear(scenes.length)
  const repeated = left.some((one) =>
    others.some((other) => other !== one && other.text === one.text),
  )
  if (repeated) throw new AnswerFault('duplicate_scene', 'It contains a scene twice.')
  for (const scene of free.keys()) {
    const other = left.shift()
    if (other) pairs.set(scene, other)
  }
  return { pairs, left }
}

/** Whether the text before the first heading is a version of the script's opening; otherwise it is prose. */
function replacesOpening(answer: Screenplay, { script, screenplay, opening }: Context): boolean {
  const old = withoutKept(script.slice(opening.start, opening.end))
  const first = openingOf(answer)
  const now = linesIn(answer.source.slice(first.start, first.end))
  if (isBlank(old) || now.size === 0) return false
  if (hasMostLines(linesIn(old), now)) return true
  if (screenplay.titlePage.length === 0 || answer.titlePage.length === 0) return false
  const body = script.slice(screenplay.titlePage.at(-1)?.end, opening.end)
  return hasMostLines(linesIn(body), now)
}

function requireNoSummary(
  old: readonly Scene[],
  now: readonly Scene[],
  idOf: ReadonlyMap<Scene, number>,
  { request }: Context,
): void {
  const mentions = mentionsIn(request, old)
  let [length, left] = [0, 0]
  for (const scene of now) {
    const before = old[(idOf.get(scene) ?? 0) - 1]
    if (!before || mentions.has(before) || scene.text === '') continue
    length += before.text.length
    left += scene.text.length
  }
  if (length < SHORT_SCRIPT || left >= length * MIN_REMAINING) return
  throw new AnswerFault('placeholder', 'It sums up scenes that were not to change.')
}

const emptyLine = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)/u
const MAX_EMPTY = 4

/** Applies all changes to the script; their given order matters only for changes at the same place. */
export function spliceChanges(
  script: string,
  changes: readonly Change[],
  lineBreak: string,
): { text: string; edits: AppliedEdit[] } {
  const edits: AppliedEdit[] = []
  const contentEnd = script.trimEnd().length
  let text = ''
  let done = 0
  // Reading them from the whole text each time would copy it each time.
  let gap = ''
  let isFirst = true
  const add = (part: string) => {
    if (part.trim() === '') gap += part
    else [gap, isFirst] = [gapAfter(part), false]
    text += part
  }
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { kind, id, heading, start, end } = change
    add(script.slice(done, start))
    const newStart = text.length
    add(withBorders(change, { script, above: gap, isFirst, contentEnd, lineBreak }))
    edits.push({ kind, id, heading, start, end, newStart, newEnd: text.length })
    done = end
  }
  return { text: text + script.slice(done), edits }
}

type Surroundings = {
  script: string
  /** The white space at the end of the new text up to the change, and whether that has nothing else. */
  above: string
  isFirst: boolean
  /** The length of the script without the white space at its end. */
  contentEnd: number
  lineBreak: string
}

/** The new text with the empty lines that separate it from the text around it. */
function withBorders(change: Change, surroundings: Surroundings): string {
  const { script, above, isFirst, contentEnd, lineBreak } = surroundings
  const { kind, id, start, end, text } = change
  if (kind === 'script' || kind === 'text') return text
  const isLast = end >= contentEnd
  const below = isLast ? script.slice(end) : gapBelow(script, end)
  const missing = (gap: string) =>
    emptyLine.test(gap) ? '' : lineBreak.repeat(countBreaks(gap) > 0 ? 1 : 2)
  if (kind === 'deleted' && text === '') return isFirst || isLast ? '' : missing(above + below)
  const isNew = start === end
  const keepsHeading = !isNew && firstLine(text) === firstLine(script.slice(start, end))
  const top = isFirst || keepsHeading || (id === 0 && !isNew) ? '' : missing(above)
  if (!isLast)
    return (
      top + text + (isNew && below === '' ? usualGap(script, start, lineBreak) : missing(below))
    )
  const endsWithBreak = isNew && end === script.length && contentEnd < end
  return top + text + (endsWithBreak ? lineBreak : '')
}

/** The white space at an offset; text follows it. */
function gapBelow(script: string, at: number): string {
  let end = at
  while (script.charAt(end).trim() === '') end += 1
  return script.slice(at, end)
}

const firstLine = (text: string): string => /^.*/u.exec(text)?.[0] ?? ''

/** As many empty lines as the scene above has below it. */
function usualGap(script: string, at: number, lineBreak: string): string {
  let start = at
  while (start > 0 && script.charAt(start - 1).trim() === '') start -= 1
  const breaks = countBreaks(script.slice(start, at))
  return lineBreak.repeat(Math.min(Math.max(breaks, 2), MAX_EMPTY))
}
