import type { Element, Screenplay } from '../elements.ts'
import { plainText } from '../emphasis.ts'
import { parse } from '../parse.ts'

/**
 * A scene as the model sees it: ids count from 1 in the order of the script. A section that introduces the next scene
 * belongs to none, so that no edit of a scene takes the title of the next act with it. Id 0 is the text before the
 * first heading, listed only if it is not blank.
 */
export type NumberedScene = { id: number; start: number; end: number; heading: string }

export function numberedScenes(script: string | Screenplay): NumberedScene[] {
  const screenplay = typeof script === 'string' ? parse(script) : script
  const opening = openingOf(screenplay)
  const isBlank = screenplay.source.slice(opening.start, opening.end).trim() === ''
  return isBlank ? scenesBelow(screenplay) : [opening, ...scenesBelow(screenplay)]
}

/** The text before the first heading, even if it is blank; never the byte order mark. */
export function openingOf({ source, elements }: Screenplay): NumberedScene {
  const first = elements.find(({ type }) => type === 'scene-heading')
  const start = source.startsWith('\uFEFF') ? 1 : 0
  return { id: 0, start, end: first?.start ?? source.length, heading: '' }
}

function scenesBelow({ source, elements }: Screenplay): NumberedScene[] {
  const scenes: NumberedScene[] = []
  let last: NumberedScene | undefined
  for (const [index, { type, text, start }] of elements.entries()) {
    if (type !== 'scene-heading') continue
    if (last) last.end = introductionAbove(elements, index) ?? start
    last = { id: scenes.length + 1, start, end: source.length, heading: plainText(text) }
    scenes.push(last)
  }
  if (last) last.end = introductionAbove(elements, elements.length) ?? source.length
  return scenes
}

const introducing = new Set(['section', 'synopsis', 'note', 'boneyard'])

/** Where the sections directly above a scene begin, if there are any. */
export function introductionAbove(elements: readonly Element[], scene: number): number | undefined {
  let first: number | undefined
  for (let at = scene - 1; introducing.has(elements[at]?.type ?? ''); at -= 1) {
    if (elements[at]?.type === 'section') first = elements[at]?.start
  }
  return first
}
