import { alignScenes } from './compare/align-scenes.ts'
import { changedLines, changedWords, partsOf, type Ranges } from './compare/changed-parts.ts'
import type { ComparedPart, ComparedScene, Comparison } from './compare/comparison.ts'
import { type PairedScene, orderedScenes } from './compare/ordered-scenes.ts'
import { sceneTexts } from './compare/scene-texts.ts'
import { TimeBudget } from './compare/time-budget.ts'

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
