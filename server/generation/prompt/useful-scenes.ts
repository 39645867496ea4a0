import type { Screenplay } from '../../../screenplay/elements.ts'
import { queryOf, relevanceOf } from './relevance.ts'
import type { ShownScene, Target } from './scene-block.ts'

/** The weight of a character in the scenes in question, relative to a word of the request. */
const CHARACTER_WEIGHT = 0.5

/** The scenes that contain text of the target; for a blank target, the scene that it is in. */
export function touchedScenes(
  script: string,
  scenes: readonly ShownScene[],
  target: Target | null,
): ShownScene[] {
  if (target === null) return []
  const hasText = ({ from, to }: ShownScene) =>
    script.slice(Math.max(from, target.start), Math.min(to, target.end)).trim() !== ''
  const touched = scenes.filter(hasText)
  if (touched.length > 0) return touched
  const nearest = scenes.find(({ to }) => target.start < to) ?? scenes.at(-1)
  return nearest === undefined ? [] : [nearest]
}

/** The names of the speakers in these scenes. */
function speakersIn({ elements }: Screenplay, scenes: readonly ShownScene[]): string {
  const inOrder = scenes.toSorted((a, b) => a.start - b.start)
  const speakers: string[] = []
  let at = 0
  for (const { type, start, text } of elements) {
    while (start >= (inOrder[at]?.end ?? Infinity)) at += 1
    if (type === 'character' && start >= (inOrder[at]?.start ?? Infinity)) speakers.push(text)
  }
  return speakers.join('\n')
}

/**
 * The scenes other than those in question, most useful first: neighbours, then scenes that share words with
 * the request or characters with those in question. If none is in question, the last scene, then all others.
 */
export function usefulScenes(
  screenplay: Screenplay,
  request: string,
  scenes: readonly ShownScene[],
  inQuestion: readonly ShownScene[],
): ShownScene[] {
  const ids = new Set(inQuestion.map(({ id }) => id))
  const query = queryOf([
    { text: request, weight: 1 },
    { text: speakersIn(screenplay, inQuestion), weight: CHARACTER_WEIGHT },
  ])
  const texts = scenes.map(({ start, end }) => screenplay.source.slice(start, end))
  const scores = relevanceOf(texts, query)
  const last = scenes.at(-1)
  const comesFirst = (scene: ShownScene) =>
    ids.size === 0 ? scene === last : ids.has(scene.id - 1) || ids.has(scene.id + 1)
  return scenes
    .map((scene, at) => ({ scene, score: comesFirst(scene) ? Infinity : (scores[at] ?? 0) }))
    .filter(({ scene, score }) => !ids.has(scene.id) && (ids.size === 0 || score > 0))
    .toSorted((a, b) => (a.score === b.score ? b.scene.id - a.scene.id : b.score - a.score))
    .map(({ scene }) => scene)
}
