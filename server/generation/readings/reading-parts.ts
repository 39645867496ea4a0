import type { Reader, ReadingScope } from '../../../contract/reading.ts'
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

/** How many characters say where a scope begins and ends. */
const EDGE = 80

/** What a later reading needs to go on with the same scope; null if it is the whole script. */
function scopeOf({ text, scenes, target }: Planned): ReadingScope | null {
  const edge = (at: number, end = at + EDGE) => ({ at, words: text.slice(at, end) })
  if (target) {
    const from = edge(target.start, Math.min(target.end, target.start + EDGE))
    return {
      kind: 'selection',
      from,
      to: edge(Math.max(target.start, target.end - EDGE), target.end),
    }
  }
  if (!scenes) return null
  const chosen = new Set(scenes)
  const found = numberedScenes(text).filter(({ id }) => chosen.has(id))
  const [first, last] = [found[0], found.at(-1)]
  return first && last ? { kind: 'scenes', from: edge(first.start), to: edge(last.start) } : null
}

/** What each call of a reading gets, and which part of the script they are of. */
export function readingParts(planned: Planned): { parts: Part[]; scope: ReadingScope | null } {
  const { text, reader, own, read, scenes, target, tokens } = planned
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
  const parts = sceneGroups(text, wanted, room, MAX_SCENES).map((group) => ({
    scenes: group.map(({ id }) => id),
    // A scene of which only a part is read was not read.
    hashes: target === null ? group.map((scene) => sceneHash(text, scene)) : [],
    target,
  }))
  return { parts, scope: scopeOf(planned) }
}

const hasText = (
  text: string,
  { start, end }: NumberedScene,
  target: { start: number; end: number },
) => text.slice(Math.max(start, target.start), Math.min(end, target.end)).trim() !== ''
