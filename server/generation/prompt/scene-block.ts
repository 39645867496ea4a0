import { escapeTags, type NumberedScene, withoutKept } from '../../../screenplay/answers.ts'
import { headWithin, tailWithin, tokensOf } from './tokens.ts'

/** Offsets into the script, in UTF-16 units. */
export type Target = { start: number; end: number }

/**
 * A scene with the surrounding text that belongs to no scene: `from` includes the sections above it and, for
 * the last scene, `to` includes those below.
 */
export type ShownScene = NumberedScene & { from: number; to: number }

export function shownScenes(script: string, scenes: readonly NumberedScene[]): ShownScene[] {
  return scenes.map(({ id, start, end, heading }, at) => ({
    id,
    start,
    end,
    heading,
    from: scenes[at - 1]?.end ?? 0,
    to: at === scenes.length - 1 ? script.length : end,
  }))
}

const SEPARATOR = '\n\n'

const tagged = (id: number, text: string) => `<scene id="${id}">\n${text}\n</scene>`

/** screenplay/answer/placeholder.ts recognises this note as a placeholder if an answer repeats it. */
const leftOut = (text: string) =>
  text === '' ? '' : `[[${text.length} characters of the script are left out here.]]`

type Piece = { before: string; target: string; after: string }

/** Splits a range, without surrounding white space, at the target; `target` is empty if it is elsewhere. */
function pieceOf(script: string, from: number, to: number, target: Target | null): Piece {
  const text = script.slice(from, to)
  const last = from + text.trimEnd().length
  const first = Math.min(last, from + text.length - text.trimStart().length)
  const within = (offset: number) => Math.min(Math.max(offset, first), last)
  const start = within(target?.start ?? first)
  const end = within(target?.end ?? first)
  return {
    before: script.slice(first, start),
    target: script.slice(start, end),
    after: script.slice(end, last),
  }
}

type Written = (text: string) => string

function withTarget({ before, target, after }: Piece, isMarked: boolean, rest: Written): string {
  if (!isMarked) return rest(before + target + after)
  return `${rest(before)}<target>${escapeTags(target)}</target>${rest(after)}`
}

/** `rest` renders the text outside of the target. */
function blockOf(script: string, scene: ShownScene, target: Target | null, rest: Written): string {
  const above = pieceOf(script, scene.from, scene.start, target)
  const inside = pieceOf(script, scene.start, scene.end, target)
  const below = pieceOf(script, scene.end, scene.to, target)
  const isElsewhere = above.target !== '' || below.target !== ''
  const isInside = target !== null && (inside.target !== '' || !isElsewhere)
  return [
    withTarget(above, above.target !== '', rest),
    tagged(scene.id, withTarget(inside, isInside, rest)),
    withTarget(below, below.target !== '', rest),
  ]
    .filter((text) => text !== '')
    .join(SEPARATOR)
}

/** Scene 0 holds the title page, whose entries kept from a Final Draft file are not shown. */
const shownText = ({ id }: ShownScene, text: string) =>
  escapeTags(id === 0 ? withoutKept(text) : text)

/** The whole scene; the part that is in the target is marked. */
export const sceneBlock = (script: string, scene: ShownScene, target: Target | null): string =>
  blockOf(script, scene, target, (text) => shownText(scene, text))

/** Only the part of the scene that is in the target. */
export const targetBlock = (script: string, scene: ShownScene, target: Target): string =>
  blockOf(script, scene, target, leftOut)

/** The beginning and the end of a scene that does not fit; empty if there is no room for either. */
export function shortenedBlock(script: string, scene: ShownScene, tokens: number): string {
  const text = shownText(scene, script.slice(scene.start, scene.end).trim())
  const room = tokens - tokensOf(tagged(scene.id, `\n${leftOut(text)}\n`))
  const head = headWithin(text, room * 0.4)
  const tail = tailWithin(text, room * 0.6)
  if (head === '' || tail === '') return ''
  const middle = leftOut(text.slice(head.length, text.length - tail.length))
  return tagged(scene.id, `${head}\n${middle}\n${tail}`)
}

/** The scenes as blocks; those that do not fit together are shortened, the longest most. */
export function sceneBlocksWithin(
  script: string,
  scenes: readonly NumberedScene[],
  tokens: number,
): string[] {
  const blocks = scenes.map((scene) => sceneBlock(script, unframed(scene), null))
  const costs = blocks.map((text) => tokensOf(`${text}${SEPARATOR}`))
  const all = costs.reduce((sum, cost) => sum + cost, 0)
  if (all <= tokens) return blocks
  return scenes
    .map((scene, at) => {
      const room = ((costs[at] ?? 0) * tokens) / all
      return shortenedBlock(script, unframed(scene), room - tokensOf(SEPARATOR))
    })
    .filter((text) => text !== '')
}

/** Only the scene itself. */
const unframed = (scene: NumberedScene): ShownScene => ({
  ...scene,
  from: scene.start,
  to: scene.end,
})

/** Groups scenes so that each group fits into a prompt; a scene that does not fit alone is a group of its own. */
export function sceneGroups(
  script: string,
  scenes: readonly NumberedScene[],
  tokens: number,
  most: number,
): NumberedScene[][] {
  const groups: NumberedScene[][] = []
  let left = 0
  for (const scene of scenes) {
    const cost = tokensOf(`${sceneBlock(script, unframed(scene), null)}${SEPARATOR}`)
    const last = groups.at(-1)
    if (last === undefined || cost > left || last.length >= most) {
      groups.push([scene])
      left = tokens - cost
    } else {
      last.push(scene)
      left -= cost
    }
  }
  return groups
}
