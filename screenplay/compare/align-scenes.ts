import { lineChanges } from '../diff/line-changes.ts'
import type { Pair } from '../diff/longest-increasing.ts'
import { FoundPairs } from './found-pairs.ts'
import type { SceneText } from './scene-texts.ts'
import { similarScenes } from './similarity.ts'
import type { TimeBudget } from './time-budget.ts'

/** The least similarity at which two scenes with the same heading count as versions of each other. */
const SIMILAR = 0.25
/** The same for scenes with different headings. */
const VERY_SIMILAR = 0.5

type Scenes = readonly SceneText[]

/** Finds what each scene became: the surest pairs first, each step for the scenes that are left. */
export function alignScenes(before: Scenes, after: Scenes, budget: TimeBudget): FoundPairs {
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
