import { matchScenes } from '../../answer/match-scenes.ts'
import { type Scene, scenesOf } from '../../answer/scenes.ts'
import type { Element, Screenplay } from '../../elements.ts'
import { parse } from '../../parse.ts'
import { firstIndex } from '../../parse/first-index.ts'
import { omitScene } from '../../production/omitted-scenes.ts'
import { assignSceneNumbers, setSceneNumber } from '../../production/scene-numbers.ts'
import { applySplices, type Splice } from '../../splices.ts'
import type { Context } from '../context.ts'
import { gapAfter } from '../line-breaks.ts'
import { numberedScenes } from '../numbered-scenes.ts'
import type { AppliedEdit, Change } from '../types.ts'

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
