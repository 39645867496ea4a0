import { lineBreakOf, type Screenplay, type Element } from '../model/elements.ts'
import { lineChanges } from '../changes/diff.ts'
import { firstIndex } from '../model/first-index.ts'
import { isForcedSceneHeading, isSceneHeading } from '../model/line-reader.ts'
import { type PageMark, withoutPageMarks } from '../production/locked-pages.ts'
import { type Splice, spliceBetween, applySplices } from '../changes/splices.ts'
import { parse } from '../model/parse.ts'
import {
  type AppliedEdit,
  type Context,
  gapAfter,
  numberedScenes,
  type Change,
} from './answer-context.ts'
import { matchScenes, type Scene, scenesOf } from './scenes.ts'
import { omitScene, assignSceneNumbers, setSceneNumber } from '../production/scene-numbers.ts'

type Paragraph = { start: number; text: string }

const paragraph = /[^\r\n]+(?:(?:\r\n|\r(?!\n)|\n)[^\r\n]+)*/gu

const paragraphsOf = (text: string): Paragraph[] =>
  [...text.matchAll(paragraph)].map(({ 0: found, index: start }) => ({ start, text: found }))

const paragraphText = ({ text }: Paragraph) => text.trimEnd()

const isHeading = (text: string) => isSceneHeading(text) || isForcedSceneHeading(text)

/** The paragraphs of an old and a new text, to find the new places of page marks. */
class ChangedParagraphs {
  readonly #before: Paragraph[]
  readonly #now: Paragraph[]
  readonly #changes: ReturnType<typeof lineChanges>
  readonly #end: number
  readonly #gap: string

  constructor(before: string, now: string) {
    this.#before = paragraphsOf(before)
    this.#now = paragraphsOf(now)
    this.#changes = lineChanges(this.#before.map(paragraphText), this.#now.map(paragraphText))
    this.#end = now.trimEnd().length
    this.#gap = lineBreakOf(now).repeat(2)
  }

  /** Where a page begins now; undefined if nothing, or only a heading, is above it. */
  placeOf({ at, text }: PageMark): Splice | undefined {
    const mark = text.trimEnd()
    const all = this.#before
    const index = firstIndex(all.length, (each) => all[each]!.start > at) - 1
    const old = all[index]
    if (!old) return undefined
    // The page begins after the last paragraph.
    if (at > old.start + old.text.length) return this.#above(this.#now.length, mark)
    const { same, near } = this.#counterpart(index)
    const now = this.#now[same ?? -1]
    if (!now) return this.#above(near, mark)
    const inside = at - old.start
    const { start, end, text: other } = spliceBetween(old.text, now.text)
    const isMoved = inside >= end && inside > 0
    if (inside > start && !isMoved) return this.#above(same ?? near, mark)
    const place = now.start + inside + (isMoved ? other.length - (end - start) : 0)
    return { start: place, end: place, text }
  }

  /** The counterpart of a paragraph, or else where the text begins that replaces it and its neighbours. */
  #counterpart(index: number): { same?: number; near: number } {
    const all = this.#changes
    const last = all[firstIndex(all.length, (each) => all[each]!.start > index) - 1]
    if (last && index < last.end) {
      const { start, end, from, to } = last
      const isPaired = index === start ? to > from : end - start === to - from
      return isPaired ? { same: from + index - start, near: from } : { near: from }
    }
    const now = index + (last ? last.to - last.end : 0)
    return { same: now, near: now }
  }

  /** Puts a mark above a paragraph, but not below a heading, which would be alone at the end of a page. */
  #above(index: number, mark: string): Splice | undefined {
    const before = this.#now[index - 1]
    if (!before || isHeading(before.text)) return undefined
    const start = this.#now[index]?.start ?? this.#end
    const isLast = index >= this.#now.length
    return { start, end: start, text: isLast ? this.#gap + mark : mark + this.#gap }
  }
}

type Unmarked = ReturnType<typeof withoutPageMarks>
type Changed<Edit> = { text: string; edits: Edit[] }
type Ranges = Pick<AppliedEdit, 'start' | 'end' | 'newStart' | 'newEnd'>

/**
 * Applies edits of a script without the notes that fix its pages to the script that has them. Outside of the
 * edits every note stays; inside, it stays before the text that follows it.
 */
export function withPageMarks<Edit extends Ranges>(
  { source, text: script, toSource, marks, isSame }: Unmarked,
  changed: Changed<Edit>,
): Changed<Edit> {
  if (isSame) return changed
  let [text, done] = ['', 0]
  const edits = changed.edits.map((edit) => {
    // Text inserted where a page begins goes to the previous page.
    const start = toSource(edit.start, edit.start === edit.end)
    const end = Math.max(start, toSource(edit.end, true))
    text += source.slice(done, start)
    done = end
    const first = firstIndex(marks.length, (index) => marks[index]!.at > edit.start)
    const next = firstIndex(marks.length, (index) => marks[index]!.at >= edit.end)
    const inside = marks
      .slice(first, Math.max(first, next))
      .map(({ at, text: mark }) => ({ at: at - edit.start, text: mark }))
    const now = changed.text.slice(edit.newStart, edit.newEnd)
    const newStart = text.length
    text += restored(script.slice(edit.start, edit.end), now, inside)
    return { ...edit, start, end, newStart, newEnd: text.length }
  })
  return { text: text + source.slice(done), edits }
}

/** A new text with the notes that the old one had. */
function restored(before: string, now: string, marks: readonly PageMark[]): string {
  if (marks.length === 0) return now
  // Of a page that is deleted as a whole, the note remains, so that it is known to be cut.
  if (now.trim() === '') return marks.map(({ text }) => text).join('') + now
  const places: Splice[] = []
  const paragraphs = new ChangedParagraphs(before, now)
  for (const mark of marks) {
    const place = paragraphs.placeOf(mark)
    // If several pages would begin at the same place, keep the first.
    if (place && place.start > (places.at(-1)?.start ?? -1)) places.push(place)
  }
  const marked = applySplices(now, places)
  return isSameScript(parse(now), parse(marked)) ? marked : now
}

/** Whether two scripts differ in notes and comments only. */
function isSameScript(one: Screenplay, other: Screenplay): boolean {
  const [before, now] = [one, other].map(({ elements }) =>
    elements.filter(({ type }) => type !== 'note' && type !== 'boneyard'),
  )
  return (
    before?.length === now?.length &&
    before?.every(({ type, text }, at) => type === now?.[at]?.type && text === now[at].text) ===
      true
  )
}

/** Adapts a change to locked scene numbers: no scene loses its number, a deleted scene becomes omitted. */
export function lockedChange(change: Change, context: Context): Change | null {
  if (!context.locks.sceneNumbers) return change
  if (change.kind === 'deleted' && change.id !== 0) return omission(change, context)
  const screenplay = parse(change.text)
  const headings = headingsOf(screenplay)
  const old = scenesWithin(change, context)
  const now = scenesOf(screenplay).scenes
  const pairs =
    change.kind === 'replaced'
      ? new Map(now.slice(0, 1).map((each) => [each, old[0]]))
      : pairsOf(old, now)
  const { used } = oldScenes(context.screenplay)
  const numbers = now.flatMap((scene): Splice[] => {
    const heading = headings[scene.position - 1]
    const paired = pairs.get(scene)
    if (!heading) return []
    // The model may give a new scene a number that is already in use.
    const isFree = !used.has(scene.number)
    const number = paired ? paired.number : isFree ? scene.number : undefined
    return setSceneNumber(screenplay, heading, number)
  })
  const text = applySplices(change.text, numbers)
  if (change.kind !== 'script' && change.kind !== 'text') return { ...change, text }
  return { ...change, text: withLostScenes(text, change, { old, now, pairs }, context) }
}

/** Omits a scene like the 'Omit' command; null if it is omitted already. */
function omission(change: Change, { screenplay }: Context): Change | null {
  const [omitted] = omitScene(screenplay, change.start)?.splices ?? []
  return omitted ? { ...change, ...omitted } : null
}

const headingsOf = ({ elements }: Screenplay): Element[] =>
  elements.filter(({ type }) => type === 'scene-heading')

type OldScenes = { headings: Element[]; scenes: Scene[]; used: Set<string | undefined> }

const known = new WeakMap<Screenplay, OldScenes>()

/** Computed once for all changes of an answer. */
function oldScenes(screenplay: Screenplay): OldScenes {
  const before = known.get(screenplay)
  if (before) return before
  const headings = headingsOf(screenplay)
  const used = new Set(headings.map(({ sceneNumber }) => sceneNumber))
  const made = { headings, scenes: scenesOf(screenplay).scenes, used }
  known.set(screenplay, made)
  return made
}

/** The scenes whose headings a change replaces. */
function scenesWithin({ start, end }: Change, { screenplay }: Context): Scene[] {
  const { headings, scenes } = oldScenes(screenplay)
  const first = firstIndex(headings.length, (index) => headings[index]!.start >= start)
  const next = firstIndex(headings.length, (index) => headings[index]!.contentEnd > end)
  return scenes.slice(first, Math.max(first, next))
}

type Pairs = ReadonlyMap<Scene, Scene | undefined>

/** Maps new scenes to old ones: by number, by heading and text, then by order if equally many are left. */
function pairsOf(old: readonly Scene[], now: readonly Scene[]): Pairs {
  const pairs = new Map<Scene, Scene>()
  const byNumber = new Map(old.map((scene) => [scene.number, scene]))
  for (const scene of now) {
    const same = scene.number === undefined ? undefined : byNumber.get(scene.number)
    if (same) pairs.set(scene, same)
    byNumber.delete(scene.number)
  }
  const taken = new Set(pairs.values())
  const { kept, missing, added } = matchScenes(
    old.filter((scene) => !taken.has(scene)),
    now.filter((scene) => !pairs.has(scene)),
  )
  for (const { scene, now: other } of kept) pairs.set(other, scene)
  if (missing.length === added.length) {
    for (const [at, other] of added.entries()) pairs.set(other, missing[at]!)
  }
  return pairs
}

type Compared = { old: readonly Scene[]; now: readonly Scene[]; pairs: Pairs }

/** Adds the scenes that a new text leaves out, as omitted scenes after those that they followed. */
function withLostScenes(
  text: string,
  change: Change,
  { old, now, pairs }: Compared,
  context: Context,
): string {
  const places = new Map(now.map((scene) => [pairs.get(scene), scene.position]))
  const ranges = numberedScenes(text).filter(({ id }) => id > 0)
  const gap = context.lineBreak.repeat(2)
  const added = new Map<number, string[]>()
  let after = 0
  for (const scene of old) {
    const position = places.get(scene)
    if (position !== undefined) after = position
    else if (added.has(after)) added.get(after)?.push(lostText(scene, context))
    else added.set(after, [lostText(scene, context)])
  }
  if (added.size === 0) return text
  const blank = text.trim() === ''
  const splices = [...added]
    .toSorted(([one], [other]) => one - other)
    .map(([position, scenes]): Splice => {
      const { start, end } = ranges[position - 1] ?? {
        start: 0,
        end: ranges[0]?.start ?? text.length,
      }
      const at = start + text.slice(start, end).trimEnd().length
      return { start: at, end: at, text: (at === 0 ? '' : gap) + scenes.join(gap) }
    })
  const all = applySplices(text, splices)
  if (!blank) return splices[0]?.start === 0 ? withGap(all, splices[0].text, gap) : all
  return all.trimEnd() + gapAfter(context.script.slice(change.start, change.end))
}

const withGap = (all: string, first: string, gap: string): string =>
  first + (/^\s/u.test(all.slice(first.length)) ? '' : gap) + all.slice(first.length)

function lostText({ position }: Scene, { screenplay, script, scenes }: Context): string {
  const { start, end } = scenes[position - 1]!
  return omitScene(screenplay, start)?.splices[0]?.text ?? script.slice(start, end).trimEnd()
}

type Applied = { text: string; edits: AppliedEdit[] }

/** Numbers new scenes as if the writer had typed them. */
export function numbered({ text, edits }: Applied): Applied {
  const isNew = ({ start }: Splice) => {
    const first = edits[firstIndex(edits.length, (index) => edits[index]!.newEnd >= start)]
    return first !== undefined && first.newStart <= start
  }
  const numbers = assignSceneNumbers(parse(text)).filter(isNew)
  /** The length of the numbers before each of them, and of all. */
  const lengths = [0]
  for (const number of numbers) lengths.push((lengths.at(-1) ?? 0) + number.text.length)
  const lengthUntil = (isBeyond: (splice: Splice) => boolean): number =>
    lengths[firstIndex(numbers.length, (index) => isBeyond(numbers[index]!))] ?? 0
  return {
    text: applySplices(text, numbers),
    edits: edits.map((edit) => ({
      ...edit,
      newStart: edit.newStart + lengthUntil(({ start }) => start >= edit.newStart),
      newEnd: edit.newEnd + lengthUntil(({ start }) => start > edit.newEnd),
    })),
  }
}
