import type { Reader } from '../../../contract/reading.ts'
import { type NumberedScene, numberedScenes } from '../../../screenplay/answers.ts'
import { sceneHash } from '../memory/memory.ts'
import { sceneGroups } from '../prompt/scene-block.ts'
import type { Part } from '../work-queue.ts'
import { roomForScenes } from './bible.ts'
import { type OwnReader, roomForNotes } from './notes.ts'

/** Keeps the model's attention on each scene. */
const MAX_SCENES = 25

type Planned = {
  text: string
  reader: Reader
  own: OwnReader | null
  /** The hashes of scenes that this reader has read; null to read them again. */
  read: ReadonlySet<string> | null
  /** Only these scenes, by their ids. */
  scenes: readonly number[] | null
  /** Only this range. */
  target: { start: number; end: number } | null
  tokens: number
}

/** What each call of a reading gets. */
export function readingParts({ text, reader, own, read, scenes, target, tokens }: Planned): Part[] {
  const room = reader === 'bible' ? roomForScenes(tokens) : roomForNotes(reader, own, tokens)
  const chosen = scenes && new Set(scenes)
  const wanted = numberedScenes(text).filter(
    (scene) =>
      scene.id > 0 &&
      (chosen === null || chosen.has(scene.id)) &&
      (target === null
        ? read === null || !read.has(sceneHash(text, scene))
        : hasText(text, scene, target)),
  )
  return sceneGroups(text, wanted, room, MAX_SCENES).map((group) => ({
    scenes: group.map(({ id }) => id),
    // A scene of which only a part is read was not read.
    hashes: target === null ? group.map((scene) => sceneHash(text, scene)) : [],
    target,
  }))
}

const hasText = (
  text: string,
  { start, end }: NumberedScene,
  target: { start: number; end: number },
) => text.slice(Math.max(start, target.start), Math.min(end, target.end)).trim() !== ''
