import { linesIn, type Scene } from './scenes.ts'

/** Above this many pairs, comparing all of them would take too long. */
const MAX_PAIRS = 2_500
/** Longer names are not compared letter by letter, which would take too long. */
const MAX_NAME_LENGTH = 120

export type Match = {
  /** Scenes with their counterpart in the answer. */
  kept: { scene: Scene; now: Scene }[]
  missing: Scene[]
  /** Scenes of the answer without a counterpart. */
  added: Scene[]
}

/** Whether at least half of `lines` are also in `now`. */
export function hasMostLines(lines: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  let found = 0
  for (const line of lines) if (now.has(line)) found += 1
  return found * 2 >= lines.size
}

type Comparison = (
  scene: Scene,
  now: Scene,
  linesOf: (scene: Scene) => ReadonlySet<string>,
) => boolean

/** From most to least certain; each is tried only on scenes that are still unmatched. */
const comparisons: Comparison[] = [
  (scene, now) => scene.heading === now.heading,
  (scene, now) => scene.places.length > 0 && scene.places.join('\n') === now.places.join('\n'),
  (scene, now, linesOf) => scene.text !== '' && hasMostLines(linesOf(scene), linesOf(now)),
  (scene, now) => isSimilar(scene.places.join(' '), now.places.join(' ')),
]

/** Each scene's counterpart: same heading, same location, mostly the same lines, or a similar location. */
export function matchScenes(scenes: readonly Scene[], answer: readonly Scene[]): Match {
  const kept: Match['kept'] = []
  const known = new Map<Scene, ReadonlySet<string>>()
  const linesOf = (scene: Scene) => {
    const lines = known.get(scene) ?? linesIn(scene.text)
    known.set(scene, lines)
    return lines
  }
  let missing = [...scenes]
  let added = [...answer]
  for (const [step, isSame] of comparisons.entries()) {
    if (step > 0 && missing.length * added.length > MAX_PAIRS) break
    const left = step === 0 ? byHeading(added) : undefined
    const used = new Set<Scene>()
    missing = missing.filter((scene) => {
      const now = left
        ? left.get(scene.heading)?.next().value
        : added.find((other) => !used.has(other) && isSame(scene, other, linesOf))
      if (!now) return true
      used.add(now)
      kept.push({ scene, now })
      return false
    })
    added = added.filter((scene) => !used.has(scene))
  }
  return { kept, missing, added }
}

/** The scenes of each heading in order, so that equal ones are found without comparing all pairs. */
function byHeading(scenes: readonly Scene[]): Map<string, IterableIterator<Scene>> {
  const groups = Map.groupBy(scenes, ({ heading }) => heading)
  return new Map([...groups].map(([heading, group]) => [heading, group.values()]))
}

/** Numbers and single letters distinguish places: "ROOM 3" is not "ROOM 4". */
const distinctWords = (text: string): string =>
  text
    .split(' ')
    .filter((word) => word.length === 1 || /\d/.test(word))
    .join(' ')

/** A corrected or slightly reworded name. */
function isSimilar(a: string, b: string): boolean {
  if (a === '' || b === '' || distinctWords(a) !== distinctWords(b)) return false
  if (Math.max(a.length, b.length) > MAX_NAME_LENGTH) return false
  const most = Math.floor(Math.min(a.length, b.length) / 4)
  return Math.abs(a.length - b.length) <= most && distance(a, b) <= most
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
