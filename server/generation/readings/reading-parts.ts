import type { Reader, ReadingScope } from '../../../contract/reading.ts'
import { type NumberedScene, numberedScenes } from '../../../screenplay/answers.ts'
import { sceneHash } from '../prompt/outline.ts'
import { sceneGroups } from '../prompt/scene-block.ts'
import { bible } from './bible.ts'
import { notes } from './notes.ts'
import type { OwnReader, Part, Reading } from './reading.ts'
import { SUMMARIES, summaries } from './summaries.ts'

export const readingOf = (reader: Reader): Reading =>
  reader === 'bible' ? bible : reader === SUMMARIES ? summaries : notes

/** Keeps the model's attention on each scene. */
const MAX_SCENES = 25
/** Shorter texts fit into a prompt, or nearly: they need no summaries. */
const LONG = { scenes: 20, bytes: 40 * 1024 }
/** The share of new scenes that requires new summaries; with fewer, the old ones are good enough. */
const CHANGED = 0.2

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
  const { text, reader, read, scenes, target } = planned
  const chosen = scenes && new Set(scenes)
  const all = numberedScenes(text).filter(({ id }) => id > 0)
  const wanted = all.filter(
    (scene) =>
      (chosen === null || chosen.has(scene.id)) &&
      (target === null
        ? read === null || !read.has(sceneHash(text, scene))
        : hasText(text, scene, target)),
  )
  const isLong = all.length > LONG.scenes || Buffer.byteLength(text) > LONG.bytes
  if (reader === SUMMARIES && !(isLong && wanted.length >= all.length * CHANGED))
    return { parts: [], scope: null }
  const room = readingOf(reader).room(planned)
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
