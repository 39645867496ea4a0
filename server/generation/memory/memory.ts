import { hash } from 'node:crypto'
import { type NumberedScene, numberedScenes } from '../../../screenplay/answers.ts'
import type { ScriptMemory } from '../prompt/outline.ts'

/** What is known about a text: synopses by the hash of the scene. */
export type Memory = { synopses: ReadonlyMap<string, string> }

export type StoredMemory = { synopses: Record<string, string> }

export const memoryOf = ({ synopses }: StoredMemory): Memory => ({
  synopses: new Map(Object.entries(synopses)),
})

/** Identifies a scene by its text, wherever it is and in any version. */
export const sceneHash = (script: string, { start, end }: NumberedScene): string =>
  hash('sha256', script.slice(start, end).trim(), 'base64url').slice(0, 22)

/** What is known about the scenes of a text, which may have changed since. */
export function scriptMemory(script: string, { synopses }: Memory): ScriptMemory {
  const known = new Map<number, string>()
  for (const scene of numberedScenes(script)) {
    const synopsis = synopses.get(sceneHash(script, scene))
    if (synopsis !== undefined) known.set(scene.id, synopsis)
  }
  return { synopses: known }
}
