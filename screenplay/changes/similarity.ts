import { type Pair, MAX_EFFORT, type Effort } from './diff.ts'
import { plainText } from '../model/emphasis.ts'
import { parse } from '../model/parse.ts'

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

export type SceneText = ScenePlace & {
  /** With line breaks normalized to '\n', and without the empty lines at its end. */
  text: string
  /** Its heading in capitals with normalized spaces, for comparisons. */
  place: string
}

/** The scenes of a script, each from its heading to the next, and first what precedes them, if anything does. */
export function sceneTexts(source: string): SceneText[] {
  const headings = parse(source).elements.filter(({ type }) => type === 'scene-heading')
  const scenes = headings.map((element, index) => {
    const { start, text } = element
    const end = headings[index + 1]?.start ?? source.length
    return sceneOf(source, { number: index + 1, heading: plainText(text), start, end })
  })
  const end = scenes[0]?.start ?? source.length
  return end > 0 ? [sceneOf(source, { number: 0, heading: '', start: 0, end }), ...scenes] : scenes
}

function sceneOf(source: string, place: ScenePlace): SceneText {
  const text = source.slice(place.start, place.end).trimEnd()
  return {
    ...place,
    text: text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text,
    place: place.heading.toUpperCase().replaceAll(/\s+/g, ' ').trim(),
  }
}

/** Lower than what a slow machine does, so that a step begun in time also ends in time. */
const STEPS_PER_MS = 5_000
const CHARACTERS_PER_MS = 2_000

/** The time that a comparison may take; `isExceeded` tells whether a step was skipped or cut short. */
export class TimeBudget {
  readonly #now: () => number
  readonly #end: number
  isExceeded = false

  constructor(ms: number, now: () => number) {
    this.#now = now
    this.#end = now() + ms
  }

  get #left(): number {
    return Math.max(0, this.#end - this.#now())
  }

  /** Whether there is time to read this many characters. */
  allows(characters: number): boolean {
    const isAllowed = characters < this.#left * CHARACTERS_PER_MS
    if (!isAllowed) this.isExceeded = true
    return isAllowed
  }

  /** Runs a comparison that stops looking for smaller changes when the time is used up. */
  within<Result>(compare: (effort: Effort) => Result): Result {
    const effort = { left: Math.min(MAX_EFFORT, this.#left * STEPS_PER_MS) }
    const result = compare(effort)
    if (effort.left < 0) this.isExceeded = true
    return result
  }
}

/** Offsets in UTF-16 units. */
export type TextRange = { start: number; end: number }

/** Offsets into the whole texts. Of a part that was replaced, either side may be empty. */
export type ComparedPart = { isEqual: boolean; before: TextRange; after: TextRange }

/** From its heading to the next one. Number 0 is what precedes the first scene. */
export type ScenePlace = TextRange & { number: number; heading: string }

export type ComparedScene = {
  /** A scene is `same` even if its line breaks or the empty lines at its end differ. */
  kind: 'same' | 'changed' | 'added' | 'removed'
  /** Whether its position among the scenes changed, regardless of changes to its text. */
  isMoved: boolean
  before: ScenePlace | null
  after: ScenePlace | null
  /** In order; together they are the whole scene on both sides. */
  parts: readonly ComparedPart[]
}

export type Comparison = {
  /** In the order of the later text; a removed scene follows the scene that it used to follow. */
  scenes: readonly ComparedScene[]
  /** Whether the time did not suffice to find the smallest changes. */
  isCoarse: boolean
}
