import type { Pair } from '../diff/longest-increasing.ts'
import type { SceneText } from './scene-texts.ts'
import type { TimeBudget } from './time-budget.ts'

/** Word pairs that more scenes have in common are too frequent to tell scenes apart. */
const MAX_SHARING = 12
/** How many scenes a scene is compared with: those that share the most rare word pairs with it. */
const MAX_CANDIDATES = 4
/** Scenes with the same heading are all compared with each other, unless there are too many. */
const MAX_NAMESAKES = 400

/** How often each pair of consecutive words occurs. */
type WordPairs = { counts: Map<string, number>; total: number }

type SimilarScenes = Pair & { similarity: number }

/** The word pairs of the text below the heading. */
function wordPairsOf({ text, number }: SceneText): WordPairs {
  const counts = new Map<string, number>()
  const body = number === 0 ? text : text.slice(text.search(/\n|$/))
  const words = body.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let previous = ''
  for (const word of words) {
    const pair = `${previous} ${word}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
    previous = word
  }
  return { counts, total: words.length }
}

/** The share of word pairs that two scenes have in common: 0 to 1. */
function similarityOf(a: WordPairs, b: WordPairs): number {
  let common = 0
  for (const [pair, count] of a.counts) common += Math.min(count, b.counts.get(pair) ?? 0)
  return (2 * common) / Math.max(1, a.total + b.total)
}

/** The scenes that have each word pair. The list of a frequent pair is cut, since such pairs are ignored. */
function scenesByWordPair(scenes: ReadonlyMap<number, WordPairs>): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [at, { counts }] of scenes) {
    for (const pair of counts.keys()) {
      const known = index.get(pair)
      if (!known) index.set(pair, [at])
      else if (known.length <= MAX_SHARING) known.push(at)
    }
  }
  return index
}

function candidatesFor({ counts }: WordPairs, index: ReadonlyMap<string, number[]>): number[] {
  const shared = new Map<number, number>()
  for (const pair of counts.keys()) {
    const scenes = index.get(pair) ?? []
    if (scenes.length > MAX_SHARING) continue
    for (const at of scenes) shared.set(at, (shared.get(at) ?? 0) + 1)
  }
  const best = [...shared].toSorted(([, a], [, b]) => b - a).slice(0, MAX_CANDIDATES)
  return best.map(([at]) => at)
}

type Scenes = readonly SceneText[]

/**
 * The unpaired scenes that may be versions of each other, the most similar first. Only likely candidates are
 * compared, because comparing all pairs would take too long.
 */
export function similarScenes(
  before: Scenes,
  after: Scenes,
  rest: { before: readonly number[]; after: readonly number[] },
  budget: TimeBudget,
): SimilarScenes[] {
  const found: SimilarScenes[] = []
  if (rest.before.length === 0) return found
  const pairsAfter = new Map<number, WordPairs>()
  for (const at of rest.after) {
    const scene = after[at]
    if (!scene || !budget.allows(scene.text.length)) break
    pairsAfter.set(at, wordPairsOf(scene))
  }
  const index = scenesByWordPair(pairsAfter)
  const placesBefore = Map.groupBy(rest.before, (at) => before[at]?.place)
  const placesAfter = Map.groupBy(rest.after, (at) => after[at]?.place)
  for (const at of rest.before) {
    const scene = before[at]
    if (!scene || !budget.allows(scene.text.length)) break
    const pairs = wordPairsOf(scene)
    const namesakes = placesAfter.get(scene.place) ?? []
    const count = namesakes.length * (placesBefore.get(scene.place)?.length ?? 0)
    const candidates = candidatesFor(pairs, index)
    for (const other of new Set(
      count > MAX_NAMESAKES ? candidates : [...candidates, ...namesakes],
    )) {
      const otherPairs = pairsAfter.get(other)
      if (!otherPairs) continue
      found.push({ before: at, after: other, similarity: similarityOf(pairs, otherPairs) })
    }
  }
  return found.toSorted((a, b) => b.similarity - a.similarity)
}
