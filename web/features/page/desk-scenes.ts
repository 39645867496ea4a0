import { formatEighths } from '../../../screenplay/layout.ts'
import type { ScriptFacts } from '../documents/layout/script-facts.ts'
import type { SceneItem } from './panels/scene-items.ts'

/** The scenes as the list shows them. */
export function sceneItems({ scenes }: ScriptFacts): SceneItem[] {
  const seen = new Map<string, number>()
  return scenes.map(({ number, heading, eighths, synopsis, characters, page }) => {
    // Scenes have no id of their own, so this combines the heading and its occurrence number.
    const count = (seen.get(heading) ?? 0) + 1
    seen.set(heading, count)
    return {
      id: `${count} ${heading}`,
      number,
      heading,
      length: formatEighths(eighths),
      synopsis: synopsis === '' ? null : synopsis,
      characters,
      page,
      isMovable: true,
    }
  })
}
