export type SceneItem = {
  /** Stays the same when the scene moves. */
  id: string
  /** As printed; empty without scene numbers. */
  number: string
  heading: string
  /** In pages and eighths: `1 2/8`. */
  length: string
  synopsis: string | null
  characters: readonly string[]
  /** The page it starts on. */
  page: string
}

/** A scene and its place in the script. */
export type PlacedScene = { scene: SceneItem; index: number }

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** The scenes in which every word occurs, in the number, heading, synopsis or the characters. */
export function matchingScenes(scenes: readonly SceneItem[], words: string): PlacedScene[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  const placed = scenes.map((scene, index) => ({ scene, index }))
  if (wanted.length === 0) return placed
  return placed.filter(({ scene: { number, heading, synopsis, characters } }) => {
    const text = plain([number, heading, synopsis ?? '', ...characters].join('\n'))
    return wanted.every((word) => text.includes(word))
  })
}

/** The place of a scene that was dropped into a gap; gap 0 is before the first scene. */
export const placeAfterDrop = (from: number, gap: number): number => (gap > from ? gap - 1 : gap)
