import { longestIncreasing, type Pair, lineChanges } from './diff.ts'
import {
  type SceneText,
  sceneTexts,
  similarScenes,
  TimeBudget,
  type ComparedScene,
  type ScenePlace,
  type ComparedPart,
  type Comparison,
} from './similarity.ts'
import { type Ranges, changedLines, changedWords, partsOf } from './changed-parts.ts'

const NONE = -1

/** Pairs of scenes of two texts, by their indexes. Each scene is in at most one pair. */
class FoundPairs {
  readonly #afters: Int32Array
  readonly #befores: Int32Array

  constructor(before: number, after: number) {
    this.#afters = new Int32Array(before).fill(NONE)
    this.#befores = new Int32Array(after).fill(NONE)
  }

  /** Adds a pair unless one of its scenes has been found already. */
  add({ before, after }: Pair): void {
    if (this.#afters[before] !== NONE || this.#befores[after] !== NONE) return
    this.#afters[before] = after
    this.#befores[after] = before
  }

  /** The scenes without a counterpart, in a part of the list. */
  restBefore(from = 0, to = this.#afters.length): number[] {
    return restOf(this.#afters, from, to)
  }

  restAfter(from = 0, to = this.#befores.length): number[] {
    return restOf(this.#befores, from, to)
  }

  /** Ordered by `before`. */
  all(): Pair[] {
    const pairs: Pair[] = []
    for (const [before, after] of this.#afters.entries()) {
      if (after !== NONE) pairs.push({ before, after })
    }
    return pairs
  }

  /** The most pairs with the same order in both texts, so that as few scenes as possible count as moved. */
  unmoved(): Pair[] {
    return longestIncreasing(this.all())
  }
}

function restOf(others: Int32Array, from: number, to: number): number[] {
  const rest: number[] = []
  for (let at = from; at < to; at += 1) if (others[at] === NONE) rest.push(at)
  return rest
}

/** The least similarity at which two scenes with the same heading count as versions of each other. */
const SIMILAR = 0.25
/** The same for scenes with different headings. */
const VERY_SIMILAR = 0.5

type Scenes = readonly SceneText[]

/** Finds what each scene became: the surest pairs first, each step for the scenes that are left. */
function alignScenes(before: Scenes, after: Scenes, budget: TimeBudget): FoundPairs {
  const found = new FoundPairs(before.length, after.length)
  pairIdentical(before, after, found, budget)
  pairNamesakesInPlace(before, after, found, pairSameHeadings)
  const rest = { before: found.restBefore(), after: found.restAfter() }
  const similar = similarScenes(before, after, rest, budget)
  const isNamesake = (pair: Pair) => before[pair.before]?.place === after[pair.after]?.place
  for (const pair of similar) if (pair.similarity >= SIMILAR && isNamesake(pair)) found.add(pair)
  for (const pair of similar) if (pair.similarity >= VERY_SIMILAR) found.add(pair)
  pairNamesakesInPlace(before, after, found, (headings, headingsAfter) =>
    keptPairs(headings, headingsAfter, budget),
  )
  return found
}

/** Pairs scenes of equal text: first those that an order-preserving diff keeps, then the others in order. */
function pairIdentical(before: Scenes, after: Scenes, found: FoundPairs, budget: TimeBudget): void {
  const texts = before.map(({ text }) => text)
  const textsAfter = after.map(({ text }) => text)
  for (const pair of keptPairs(texts, textsAfter, budget)) found.add(pair)
  const rest = Map.groupBy(found.restAfter().toReversed(), (at) => textsAfter[at])
  for (const at of found.restBefore()) {
    const other = rest.get(texts[at])?.pop()
    if (other !== undefined) found.add({ before: at, after: other })
  }
}

/** The places of the items that two lists have in common, in order. */
function keptPairs(before: string[], after: string[], budget: TimeBudget): Pair[] {
  if (before.length === 0 || after.length === 0) return []
  const pairs: Pair[] = []
  const end = { start: before.length, end: before.length, from: after.length, to: after.length }
  let next = { before: 0, after: 0 }
  for (const change of [...budget.within((effort) => lineChanges(before, after, effort)), end]) {
    for (let at = next.before; at < change.start; at += 1) {
      pairs.push({ before: at, after: next.after + at - next.before })
    }
    next = { before: change.end, after: change.to }
  }
  return pairs
}

/** If the same headings are in the same order, each once, there is no other way to pair them. */
function pairSameHeadings(before: string[], after: string[]): Pair[] {
  const isSame = before.length === after.length && before.every((place, n) => place === after[n])
  if (!isSame || new Set(before).size < before.length) return []
  return before.map((_, at) => ({ before: at, after: at }))
}

type PairHeadings = (before: string[], after: string[]) => Pair[]

/** A scene between the same neighbours with the same heading was rewritten, however little is left of it. */
function pairNamesakesInPlace(
  before: Scenes,
  after: Scenes,
  found: FoundPairs,
  pairsOf: PairHeadings,
): void {
  let [from, fromAfter] = [0, 0]
  for (const next of [...found.unmoved(), { before: before.length, after: after.length }]) {
    const gap = found.restBefore(from, next.before)
    const gapAfter = found.restAfter(fromAfter, next.after)
    const headings = gap.map((at) => before[at]?.place ?? '')
    const headingsAfter = gapAfter.map((at) => after[at]?.place ?? '')
    for (const pair of pairsOf(headings, headingsAfter)) {
      found.add({ before: gap[pair.before] ?? 0, after: gapAfter[pair.after] ?? 0 })
    }
    from = next.before + 1
    fromAfter = next.after + 1
  }
}

type PairedScene = Omit<ComparedScene, 'parts'> & { ranges: Ranges }

/** The scenes in the order of the later text; a removed scene follows the scene that it used to follow. */
function orderedScenes(before: Scenes, after: Scenes, found: FoundPairs): PairedScene[] {
  const befores = new Map(found.all().map((pair) => [pair.after, pair.before]))
  const removed = new Set(found.restBefore())
  const unmoved = new Set(found.unmoved().map((pair) => pair.before))
  const scenes: PairedScene[] = []
  let next = 0
  /** Adds removed scenes up to the next unmoved one; `offset` is where they would be in the later text. */
  const addRemoved = (offset: number) => {
    for (; next < before.length && !unmoved.has(next); next += 1) {
      const scene = before[next]
      if (scene && removed.has(next)) scenes.push(alone(scene, 'removed', offset))
    }
  }
  addRemoved(0)
  for (const [at, scene] of after.entries()) {
    const place = befores.get(at)
    const old = place === undefined ? undefined : before[place]
    if (place === undefined || !old) {
      scenes.push(alone(scene, 'added', before[next]?.start ?? before.at(-1)?.end))
      continue
    }
    scenes.push(paired(old, scene, !unmoved.has(place)))
    if (!unmoved.has(place)) continue
    next = place + 1
    addRemoved(scene.end)
  }
  return scenes
}

const scenePlace = ({ number, heading, start, end }: SceneText): ScenePlace => ({
  number,
  heading,
  start,
  end,
})

function paired(before: SceneText, after: SceneText, isMoved: boolean): PairedScene {
  const places = { before: scenePlace(before), after: scenePlace(after) }
  const kind = before.text === after.text ? 'same' : 'changed'
  return { kind, isMoved, ...places, ranges: places }
}

/** A scene that only one text has; in the other, it would be at the offset. */
function alone(scene: SceneText, kind: 'added' | 'removed', offset = 0): PairedScene {
  const place = scenePlace(scene)
  const nowhere = { start: offset, end: offset }
  return kind === 'added'
    ? {
        kind,
        isMoved: false,
        before: null,
        after: place,
        ranges: { before: nowhere, after: place },
      }
    : {
        kind,
        isMoved: false,
        before: place,
        after: null,
        ranges: { before: place, after: nowhere },
      }
}

type CompareOptions = {
  /** In ms. When it is used up, whole lines or scenes are reported as replaced. */
  budget?: number
  now?: () => number
}

/** What became of each scene, and within scenes which words differ. */
export function compareScripts(
  before: string,
  after: string,
  { budget: ms = 800, now = () => performance.now() }: CompareOptions = {},
): Comparison {
  const budget = new TimeBudget(ms, now)
  const texts = { before, after }
  const [scenes, scenesAfter] = [sceneTexts(before), sceneTexts(after)]
  const ordered = orderedScenes(scenes, scenesAfter, alignScenes(scenes, scenesAfter, budget))
  // Compare all scenes by lines first; the remaining time is for words.
  const lines = ordered.map((scene) =>
    isWhole(before, after, scene.ranges) ? [] : changedLines(texts, scene.ranges, budget),
  )
  return {
    scenes: ordered.map((scene, index) => {
      const changes = lines[index]?.flatMap((change) => changedWords(texts, change, budget)) ?? []
      return comparedScene(scene, partsOf(scene.ranges, changes))
    }),
    isCoarse: budget.isExceeded,
  }
}

const isWhole = (text: string, textAfter: string, { before, after }: Ranges): boolean =>
  text.slice(before.start, before.end) === textAfter.slice(after.start, after.end)

function comparedScene(scene: PairedScene, parts: readonly ComparedPart[]): ComparedScene {
  const { kind, isMoved, before, after } = scene
  return { kind, isMoved, before, after, parts }
}

/** The text before the first scene does not count as a scene. An added or removed scene is one change. */
export function countChanges({ scenes }: Comparison) {
  const counts = {
    changes: 0,
    changedScenes: 0,
    movedScenes: 0,
    addedScenes: 0,
    removedScenes: 0,
    scenes: 0,
  }
  for (const { kind, isMoved, before, after, parts } of scenes) {
    if (kind !== 'same') counts.changes += parts.filter(({ isEqual }) => !isEqual).length
    if (isMoved) counts.movedScenes += 1
    if ((after ?? before)?.number === 0) continue
    if (after) counts.scenes += 1
    if (kind === 'changed') counts.changedScenes += 1
    if (kind === 'added') counts.addedScenes += 1
    if (kind === 'removed') counts.removedScenes += 1
  }
  return counts
}
