import type { Element, Screenplay } from '../model/elements.ts'
import type { Edit } from './edit.ts'
import { reparse } from '../model/parse.ts'
import { applySplices, type Splice, splices } from '../changes/splices.ts'

/**
 * A scene, from its heading to the next heading or section; or a section, with what follows it up to the next
 * heading or section. So a scene that is moved never takes the title of the next act with it. `contentEnd` is
 * before the empty lines at its end. The text before the first item belongs to no item.
 */
type OutlineItem = {
  isScene: boolean
  start: number
  contentEnd: number
  end: number
}

/** The scenes and sections of a script, in order and without gaps. */
function outlineOf({ elements, source }: Screenplay): OutlineItem[] {
  const items: OutlineItem[] = []
  for (const element of elements) {
    const last = items.at(-1)
    const isItem = element.type === 'scene-heading' || element.type === 'section'
    if (last && isItem) last.end = element.start
    else if (last) last.contentEnd = element.contentEnd
    if (isItem) items.push(itemOf(element, source.length))
  }
  return items
}

const itemOf = ({ type, start, contentEnd }: Element, end: number): OutlineItem => ({
  isScene: type === 'scene-heading',
  start,
  contentEnd,
  end,
})

/** The text of an item, and the line breaks and empty lines that follow it. */
type Part = { text: string; gap: string }

const emptyLine = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)/

/**
 * Moves a scene to another place in the list of scenes, byte for byte; `to` is its index afterwards. Sections
 * stay where they are: moved up, the scene goes directly above the scene at `to`; moved down, directly below
 * it. If the script does not end with an empty line, it does not afterwards either, so unless a section was
 * crossed, moving back restores the text. The cursor goes to the start of the scene. Null if there is nothing
 * to move, or if the move would change the scenes, as when a boneyard reaches from one into the next.
 */
export function moveScene(screenplay: Screenplay, from: number, to: number): Edit | null {
  const items = outlineOf(screenplay)
  const scenes = items.filter(({ isScene }) => isScene)
  const [scene, target] = [scenes[from], scenes[to]]
  if (!scene || !target || from === to) return null
  return moveItem(screenplay, items, items.indexOf(scene), items.indexOf(target))
}

function moveItem(
  screenplay: Screenplay,
  items: readonly OutlineItem[],
  from: number,
  to: number,
): Edit | null {
  const isDown = to > from
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)]
  const parts = items.slice(top, bottom + 1).map((item) => outlinePart(screenplay, item))
  const last = parts.at(-1)
  const order = isDown
    ? [...parts.slice(1), ...parts.slice(0, 1)]
    : [...parts.slice(-1), ...parts.slice(0, -1)]
  if (bottom === items.length - 1 && last) swapGaps(last, order.at(-1) ?? last)
  const [start, end] = [items[top]?.start ?? 0, items[bottom]?.end ?? 0]
  const above = screenplay.source.slice(items[top - 1]?.contentEnd ?? start, start)
  const isJoined = top > 0 && !emptyLine.test(above)
  for (const { before, written } of [
    { before: '', written: order },
    { before: isJoined ? '\n' : '', written: order.map(separated) },
  ]) {
    const splice = { start, end, text: before + partsText(written) }
    if (!keepsItems(screenplay, items, splice, { from, to })) continue
    const passed = isDown ? partsText(written.slice(0, -1)).length : 0
    const head = start + before.length + passed
    // What the scene passes stays as it is.
    const moved = splices(screenplay.source.slice(start, end), splice.text).map((one) => ({
      start: start + one.start,
      end: start + one.end,
      text: one.text,
    }))
    return { splices: moved, anchor: head, head }
  }
  return null
}

const partsText = (parts: readonly Part[]): string =>
  parts.map(({ text, gap }) => text + gap).join('')

const outlinePart = ({ source }: Screenplay, { start, contentEnd, end }: OutlineItem): Part => ({
  text: source.slice(start, contentEnd),
  gap: source.slice(contentEnd, end),
})

/** Swaps the gaps after the old and the new last part, so that the script ends as before. */
function swapGaps(wasLast: Part, isLast: Part): void {
  if (emptyLine.test(wasLast.gap)) return
  const { gap } = wasLast
  wasLast.gap = isLast.gap
  isLast.gap = gap
}

/** A part that ends with an empty line, so that a heading can follow it. */
const separated = ({ text, gap }: Part): Part => ({
  text,
  gap: emptyLine.test(gap) ? gap : gap + '\n'.repeat(/[\r\n]/.test(gap) ? 1 : 2),
})

/** Whether the outline has the same parts, in the new order. */
function keepsItems(
  screenplay: Screenplay,
  items: readonly OutlineItem[],
  splice: Splice,
  { from, to }: { from: number; to: number },
): boolean {
  const { source } = screenplay
  const changed = reparse(screenplay, applySplices(source, [splice]))
  const expected = items.map((item) => source.slice(item.start, item.contentEnd))
  expected.splice(to, 0, ...expected.splice(from, 1))
  const texts = outlineOf(changed).map((item) => changed.source.slice(item.start, item.contentEnd))
  return texts.length === expected.length && texts.every((text, n) => text === expected[n])
}
