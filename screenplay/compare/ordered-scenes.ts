import type { ComparedScene, ScenePlace } from './comparison.ts'
import type { Ranges } from './changed-parts.ts'
import type { FoundPairs } from './found-pairs.ts'
import type { SceneText } from './scene-texts.ts'

export type PairedScene = Omit<ComparedScene, 'parts'> & { ranges: Ranges }

type Scenes = readonly SceneText[]

/** The scenes in the order of the later text; a removed scene follows the scene that it used to follow. */
export function orderedScenes(before: Scenes, after: Scenes, found: FoundPairs): PairedScene[] {
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

const placeOf = ({ number, heading, start, end }: SceneText): ScenePlace => ({
  number,
  heading,
  start,
  end,
})

function paired(before: SceneText, after: SceneText, isMoved: boolean): PairedScene {
  const places = { before: placeOf(before), after: placeOf(after) }
  const kind = before.text === after.text ? 'same' : 'changed'
  return { kind, isMoved, ...places, ranges: places }
}

/** A scene that only one text has; in the other, it would be at the offset. */
function alone(scene: SceneText, kind: 'added' | 'removed', offset = 0): PairedScene {
  const place = placeOf(scene)
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
